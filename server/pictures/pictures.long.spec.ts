import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../contract/buyer.ts'
import { aBuyer, aProduct, aSession } from '../testing/builders.ts'
import { type Answer, call } from '../testing/http-call.ts'
import { aPicture, aTurnedPicture, exif } from '../testing/store/sample-pictures.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { PASSWORD, aStoreWithOwner, ownForm } from '../testing/store/store-builders.ts'
import { errorsOf } from '../testing/store/store-catalogue.ts'
import { type Browser, aBrowserOf, aColleague, noticeIn } from '../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()
const { email, ...created } = await aStoreWithOwner(service)
const store = created
const owner = aBrowserOf(service)
await owner.signIn(email, PASSWORD)
await aProduct(service, store)

type Upload = {
  path?: string
  csrf?: string
  headers?: Record<string, string>
  fields?: Record<string, string>
}

/** What the form of a product sends when nothing is changed. */
const UNCHANGED = { name: 'Mug', was_name: 'Mug', price: '1', was_price: '1' }

/** What a browser sends for a form with a file. */
async function upload(
  browser: Browser,
  picture: Buffer | undefined,
  {
    path = '/products/mug/edit',
    csrf,
    headers = ownForm(service),
    fields = UNCHANGED,
  }: Upload = {},
) {
  const form = new FormData()
  form.set(
    'csrf',
    csrf ?? /name="csrf" value="([^"]+)"/.exec((await browser.open('/products')).text)?.[1] ?? '',
  )
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(
    'picture',
    new File(picture ? [new Uint8Array(picture)] : [], picture ? 'photo.jpg' : ''),
  )
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await fetch(`${service.baseUrl}/store${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...headers, cookie },
    body: form,
  })
  for (const set of response.headers.getSetCookie()) {
    const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
    browser.cookies.set(name, value)
  }
  const answer: Answer<string> = {
    status: response.status,
    text: await response.text(),
    body: '',
    headers: response.headers,
  }
  return answer
}

const uploaded = async (browser: Browser, picture: Buffer | undefined, options?: Upload) =>
  noticeIn(await browser.follow(await upload(browser, picture, options))).text

async function imageUrl() {
  const [product] = await sql.rows<{ image_url: string | null }>(
    'select image_url from products where store_id = $1',
    [store.id],
  )
  return product?.image_url ?? null
}

const countPictures = async () =>
  Number((await sql.rows<{ count: string }>('select count(*) from pictures'))[0]?.count)

const SAVED = 'The product was saved.'

describe('Store application, pictures: The picture of a product', () => {
  test('a product’s picture is shown from its own address, which anybody may keep for ever', async () => {
    expect(await uploaded(owner, await aPicture('jpeg', { width: 2000, height: 1000 }))).toBe(SAVED)
    const url = (await imageUrl()) ?? ''
    expect(url).toMatch(new RegExp(`^${service.baseUrl}/pictures/pic_[\\w-]{43}\\.webp$`))
    const { status, headers, text } = await call<string>('GET', url)
    expect([status, text.slice(8, 12)]).toEqual([200, 'WEBP'])
    const id = url.split('/').at(-1)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="${id}"`,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
    const again = await call('GET', url, { headers: known })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([
      304,
      '',
      headers.get('etag'),
    ])
    const { body } = await (
      await aBuyer(service, await aSession(service, store))
    ).send<CheckoutView>('GET', 'view')
    expect(body.item.imageUrl).toBe(url)
  })

  test('a product’s picture is in its new shape, without what the camera wrote', async () => {
    await uploaded(
      owner,
      await aTurnedPicture('png', exif({ orientation: 6, text: 'GPS 48.8584 N' })),
    )
    const [picture] = await sql.rows<{ width: number; height: number; content: Buffer }>(
      "select width, height, content from pictures where $1 like '%' || id || '%'",
      [await imageUrl()],
    )
    expect(picture).toMatchObject({ width: 20, height: 40 })
    expect(picture?.content.includes('GPS')).toBe(false)
  })

  test('a product’s picture is kept once when it comes again, and stays when replaced', async () => {
    await uploaded(owner, await aPicture('png'))
    const first = await imageUrl()
    const count = await countPictures()
    expect(await uploaded(owner, await aPicture('png'))).toBe(SAVED)
    expect([await imageUrl(), await countPictures()]).toEqual([first, count])
    await uploaded(owner, await aPicture('png', { width: 50, height: 50 }))
    expect(await imageUrl()).not.toBe(first)
    expect(await countPictures()).toBe(count + 1)
    expect((await call('GET', first ?? '')).status).toBe(200)
  })

  test('a product’s picture can be taken away', async () => {
    await uploaded(owner, await aPicture('png'))
    expect((await owner.open('/products/mug/edit')).text).toContain('name="removePicture"')
    const fields = { ...UNCHANGED, removePicture: 'yes' }
    expect(await uploaded(owner, undefined, { fields })).toBe(SAVED)
    expect(await imageUrl()).toBeNull()
  })

  test('a product’s picture may be put there by staff, and the audit log says by whom', async () => {
    const { email, browser } = await aColleague(service, sql, { store, role: 'staff' })
    const before = await imageUrl()
    await uploaded(browser, await aPicture('webp', { width: 77, height: 77 }))
    const [entry] = await sql.rows(
      'select actor, subject, details from audit_log where store_id = $1 and action = $2 order by id desc limit 1',
      [store.id, 'product.picture_changed'],
    )
    expect(entry).toEqual({
      actor: email,
      subject: 'mug',
      details: { from: before, to: await imageUrl() },
    })
  })
})

describe('Store application, pictures: A file that is no picture of ours', () => {
  test('a file that is no picture changes nothing, and the page says what is wrong with it', async () => {
    const png = await aPicture('png')
    const before = [await imageUrl(), await countPictures()]
    const files: [string, Buffer][] = [
      [
        'Choose a PNG, JPEG or WebP picture: this file is none of them.',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      ],
      ['This picture cannot be read: the file may be damaged or cut off.', png.subarray(0, 60)],
      [
        'This file holds more than a picture: open it, save the picture as a new file and choose that one.',
        Buffer.concat([png, Buffer.from('PK')]),
      ],
      [
        'That file is larger than 2 MB: choose a smaller one.',
        Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
      ],
      ['That file is larger than 2 MB: choose a smaller one.', Buffer.alloc(6_000_000)],
    ]
    for (const [sentence, file] of files) {
      const answer = await upload(owner, file, { fields: { ...UNCHANGED, name: 'Cup' } })
      expect([answer.status, errorsOf(answer)]).toEqual([422, { picture: sentence }])
      expect(answer.text).toContain('name="name" value="Cup"')
    }
    expect((await owner.open('/products')).text).not.toContain('Cup')
    expect([await imageUrl(), await countPictures()]).toEqual(before)
  })

  test('a picture comes from our own form of this session only', async () => {
    const png = await aPicture('png')
    expect((await upload(owner, png, { csrf: 'x' })).status).toBe(403)
    expect((await upload(owner, png, { headers: { origin: 'https://evil.example' } })).status).toBe(
      403,
    )
    const signedOut = await upload(aBrowserOf(service), png, { csrf: 'x' })
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/store/sign-in'])
  })

  test('a picture is for products of the own store only', async () => {
    const other = await aColleague(service, sql, {
      store: await aStoreWithOwner(service),
      role: 'owner',
    })
    const before = await imageUrl()
    expect((await upload(other.browser, await aPicture('png'))).status).toBe(404)
    const fields = { ...UNCHANGED, removePicture: 'yes' }
    expect((await upload(other.browser, undefined, { fields })).status).toBe(404)
    for (const slug of ['none', '%00']) {
      expect(
        (await upload(owner, await aPicture('png'), { path: `/products/${slug}/edit` })).status,
      ).toBe(404)
    }
    expect(await imageUrl()).toBe(before)
  })

  test('pictures cannot keep the processor busy: 40 of a store at once, then one every 2 s', async () => {
    const busy = await aStoreWithOwner(service)
    await aProduct(service, busy)
    const { browser } = await aColleague(service, sql, { store: busy, role: 'owner' })
    const png = await aPicture('png')
    const csrf =
      /name="csrf" value="([^"]+)"/.exec((await browser.open('/products')).text)?.[1] ?? ''
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => upload(browser, png, { csrf })),
    )
    // A slow machine says that it is busy to some of them: more wait than may wait.
    const read = answers.filter(({ status }) => status === 303 || status === 503).length
    expect(read).toBeGreaterThanOrEqual(40)
    expect(read).toBeLessThan(80)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80 - read)
    expect((await upload(browser, undefined, { csrf })).status).toBe(303)
  })
})

describe('Store application, pictures: The logo', () => {
  async function logo() {
    const [row] = await sql.rows<{ logo_url: string | null }>(
      'select logo_url from stores where id = $1',
      [store.id],
    )
    return row?.logo_url ?? null
  }

  const path = '/settings/branding/logo'

  test('the logo is put there and taken away by owners, and the audit log has both', async () => {
    const { browser: staff } = await aColleague(service, sql, { store, role: 'staff' })
    const png = await aPicture('png', { width: 1280, height: 320 })
    expect((await upload(staff, png, { path })).status).toBe(403)
    expect(await logo()).toBeNull()
    expect(await uploaded(owner, png, { path })).toBe('The logo was saved.')
    const url = await logo()
    const [picture] = await sql.rows(
      "select width, height from pictures where $1 like '%' || id || '%'",
      [url],
    )
    expect(picture).toEqual({ width: 640, height: 160 })
    expect((await owner.open('/products')).text).toContain(`<img src="${url}" alt="" />`)
    expect((await staff.post(`${path}/remove`, {}, { page: '/products' })).status).toBe(403)
    expect(noticeIn(await owner.submit(`${path}/remove`)).text).toBe(
      'The logo was removed: buyers see the name.',
    )
    expect(await logo()).toBeNull()
    const entries = await sql.rows(
      'select details from audit_log where store_id = $1 and action = $2 order by id',
      [store.id, 'store.changed'],
    )
    expect(entries).toEqual([
      { details: { logo: { from: null, to: url } } },
      { details: { logo: { from: url, to: null } } },
    ])
  })

  test('a file that is no logo is refused beside its field', async () => {
    const answer = await upload(owner, Buffer.from('GIF89a'), { path })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(
      'id="field-picture-error">Choose a PNG, JPEG or WebP picture: this file is none of them.',
    )
    expect(errorsOf(await upload(owner, Buffer.alloc(3_000_000), { path }))).toEqual({
      picture: 'That file is larger than 2 MB: choose a smaller one.',
    })
    expect(errorsOf(await upload(owner, undefined, { path }))).toEqual({
      picture: 'Choose a picture first.',
    })
    expect(await logo()).toBeNull()
  })
})

test.each([
  'pic_x.webp',
  `pic_${'a'.repeat(43)}.webp`,
  `pic_${'a'.repeat(43)}.png`,
  `pic_${'a'.repeat(43)}`,
  '%00.webp',
  '',
])('pictures: there is no picture at %j', async (name) => {
  expect((await call('GET', `${service.baseUrl}/pictures/${name}`)).status).toBe(404)
})
