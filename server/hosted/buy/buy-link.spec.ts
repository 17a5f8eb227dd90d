import { describe, expect, test } from 'vitest'
import { type TestStore, aBuyer, aProduct, aStore, readSession } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { statementsOf } from '../../testing/statements.ts'

const { service, sql } = await openSpecService()
const SHOP = 'https://shop.example'
const HERE = new URL(service.checkoutUrl).origin

const SHIRT = {
  slug: 'linen-shirt',
  name: 'Linen shirt',
  price: 4900,
  description: 'Woven in Galicia.',
  imageUrl: 'https://cdn.example/shirt.webp',
  variants: [
    { size: 'M', colorName: 'Sand', stock: 5 },
    { size: 'M', colorName: 'Ink', stock: 0 },
    { size: 'L', colorName: 'Sand', stock: 2 },
    { size: 'XL', colorName: 'Sand', stock: 0 },
  ],
}

const store = await aStore(service, { allowedOrigins: [SHOP] })
await aProduct(service, store, SHIRT)
await aProduct(service, store)

const linkOf = ({ id }: Pick<TestStore, 'id'>, rest = 'linen-shirt') =>
  `${service.checkoutUrl}/buy/${id}/${rest}`

const show = (address: string, headers: Record<string, string> = {}) =>
  call<string>('GET', address, { headers: { 'accept-language': 'en', ...headers } })

const press = (
  address: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { origin: HERE, 'sec-fetch-site': 'same-origin' },
) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      ...headers,
    },
  })

const sessionsOf = async ({ id }: Pick<TestStore, 'id'> = store) =>
  (await sql.rows('select id from checkout_sessions where store_id = $1', [id])).length

/** The session that a press has opened. */
async function opened(answer: { status: number; headers: Headers; text: string }) {
  expect([answer.status, answer.text]).toEqual([303, ''])
  const { pathname, search } = new URL(answer.headers.get('location') ?? '')
  const id = pathname.split('/').at(-1) ?? ''
  const [session] = await sql.rows(
    `select product_slug, size, color, quantity, success_url, cancel_url, created_with
    from checkout_sessions where id = $1`,
    [id],
  )
  return { id, search, session }
}

const MARKED = /<label class="option"[^>]*>.*?<\/label\s*>/gs

/** Each choice of a field, with what is said of it. */
const choicesIn = ({ text }: { text: string }, field: string) =>
  [...text.matchAll(MARKED)]
    .map(([label]) => label)
    .filter((label) => label.includes(`name="${field}"`))
    .map((label) => {
      const words = label.replaceAll(/<span class="gone">.*?<\/span>|<[^>]+>/gs, '').trim()
      return / disabled/.test(label) ? `${words}, sold out` : words
    })

describe('contract §7: Buy link', () => {
  test('the page shows the product, with the price of the hosted page, and what can be chosen', async () => {
    const page = await show(linkOf(store))
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<h1><bdi translate="no">Linen shirt<\/bdi><\/h1>/)
    expect(page.text).toContain('€49.00')
    expect(page.text).toContain('Woven in Galicia.')
    expect(page.text).toContain('src="https://cdn.example/shirt.webp"')
    expect(page.text).toContain('Loom &amp; Co')
    expect(choicesIn(page, 'size')).toEqual(['M', 'L', 'XL, sold out'])
    expect(choicesIn(page, 'color')).toEqual(['Sand', 'Ink, sold out'])
    expect(page.text).toMatch(/<input[^>]* name="quantity"[^>]* max="5"/)
  })

  test('the buyer chooses what the address leaves open', async () => {
    const page = await show(`${linkOf(store)}?size=L&quantity=2`)
    expect(choicesIn(page, 'size')).toEqual([])
    expect(page.text).toContain('<input type="hidden" name="size" value="L" />')
    expect(page.text).toContain('<input type="hidden" name="quantity" value="2" />')
    expect(page.text).toContain('€98.00')
    expect(page.text).toContain('<input type="hidden" name="color" value="Sand" />')
  })

  test.each(['size=XS', 'size=XL', 'quantity=6', 'quantity=0', 'quantity=x', 'color=Ink'])(
    'what the address asks for and is not there stays open: %s',
    async (asked) => {
      const page = await show(`${linkOf(store)}?${asked}`)
      expect(page.status).toBe(200)
      expect(choicesIn(page, 'size')).toEqual(['M', 'L', 'XL, sold out'])
      expect(page.text).toMatch(/type="number"[^>]* name="quantity"/)
    },
  )

  test('the press opens the session of what was chosen, and leads to its page', async () => {
    const { session, search, id } = await opened(
      await press(`${linkOf(store)}?size=M&lang=de`, { color: 'Sand', quantity: '3' }),
    )
    expect(session).toEqual({
      product_slug: 'linen-shirt',
      size: 'M',
      color: 'Sand',
      quantity: 3,
      success_url: null,
      cancel_url: `${linkOf(store)}?size=M&color=Sand&quantity=3&change=1&lang=de`,
      created_with: 'public',
    })
    expect(search).toBe('?lang=de')
    const bought = await (await aBuyer(service, id)).pay()
    expect(bought.body.status).toBe('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
  })

  test('an address that leaves nothing open needs no field of the form', async () => {
    expect((await opened(await press(linkOf(store, 'mug')))).session).toMatchObject({ quantity: 1 })
  })

  test('a press without a choice shows the page again, and says where one is missing', async () => {
    const before = await sessionsOf()
    const page = await press(linkOf(store), { size: 'M', quantity: '2' })
    expect(page.status).toBe(422)
    expect(page.text.match(/Choose one of these/g)).toHaveLength(1)
    expect(page.text).toMatch(/name="size"[^>]* value="M"[^>]* checked/)
    expect(page.text).toMatch(/name="quantity"[^>]* value="2"/)
    expect(await sessionsOf()).toBe(before)
  })

  test.each([
    [{ size: 'M', color: 'Ink' }, 409, 'Sold out\\s·\\sM\\s·\\sInk<'],
    [{ size: 'L', color: 'Ink' }, 400, 'Sold out'],
    [{ size: 'L', color: 'Sand', quantity: '3' }, 409, 'Only 2 left'],
  ])('what cannot be sold is said in the page: %j', async (fields, status, said) => {
    const page = await press(linkOf(store), fields)
    expect(page.status).toBe(status)
    expect(page.text).toMatch(new RegExp(`role="alert"[^>]*>.*${said}`, 's'))
  })

  test('a product without stock is said to be sold out, and has no button', async () => {
    await aProduct(service, store, { slug: 'gone', variants: [{ stock: 0 }] })
    const page = await show(linkOf(store, 'gone'))
    expect([page.status, page.text.includes('<button')]).toEqual([200, false])
    expect(page.text).toContain('Sold out')
    expect((await press(linkOf(store, 'gone'))).status).toBe(409)
  })

  test('HEAD answers as GET does, without a body', async () => {
    const { status, text, headers } = await call<string>('HEAD', linkOf(store))
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
    expect((await call('PUT', linkOf(store), { body: {} })).status).toBe(405)
  })
})

describe('contract §7: only the form’s POST opens a session', () => {
  const LOOKERS = [
    {},
    { 'user-agent': 'Googlebot/2.1' },
    { 'user-agent': 'WhatsApp/2.23' },
    { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
  ]

  test('a look opens none, sets no cookie, and asks for one row', async () => {
    const before = await sessionsOf()
    await show(linkOf(store))
    for (const headers of LOOKERS)
      for (const method of ['GET', 'HEAD']) {
        const names = await statementsOf(async () => {
          const answer = await call('GET', linkOf(store), { headers })
          expect([method, answer.status, answer.headers.get('set-cookie')]).toEqual([
            method,
            200,
            null,
          ])
        })
        expect(names.filter((name) => name !== 'mark-delivered')).toEqual(['find-offer'])
      }
    expect(await sessionsOf()).toBe(before)
  })

  test.each([
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { origin: SHOP },
  ])('a form of another page opens none, and the page can be pressed: %j', async (headers) => {
    const before = await sessionsOf()
    const page = await press(linkOf(store, 'mug'), {}, headers)
    expect(page.status).toBe(403)
    expect(page.text).toContain('>Buy now</button>')
    expect(await sessionsOf()).toBe(before)
  })
})

describe('contract §7: 404 for plans without API access', () => {
  const UNKNOWN = linkOf({ id: 'st_0000000000000000' })

  test('what is not for sale is a page that says no more than that', async () => {
    const free = await aStore(service, { plan: 'free', name: 'Secret name' })
    await aProduct(service, free, SHIRT)
    const closed = await aStore(service, { name: 'Secret name' })
    await aProduct(service, closed, SHIRT)
    await service.platform('POST', `/stores/${closed.id}/close`)
    await aProduct(service, store, { slug: 'old', archived: true })
    const { text } = await show(UNKNOWN)
    const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '')
    for (const address of [
      linkOf(free),
      linkOf(closed),
      linkOf(store, 'old'),
      linkOf(store, 'nothing'),
      linkOf(store, '%ZZ'),
      linkOf({ id: 'x' }),
    ]) {
      for (const answer of [await show(address), await press(address)]) {
        expect([answer.status, address]).toEqual([404, address])
        expect(withoutNonce(answer.text)).toBe(withoutNonce(text))
        expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      expect((await show(`${address}.svg`)).status).toBe(404)
    }
    expect(await sessionsOf(free)).toBe(0)
  })

  test('a link works as soon as its store has API access', async () => {
    const later = await aStore(service, { plan: 'free' })
    await aProduct(service, later)
    expect((await show(linkOf(later, 'mug'))).status).toBe(404)
    await service.platform('PATCH', `/stores/${later.id}`, { plan: 'basic' })
    expect((await show(linkOf(later, 'mug'))).status).toBe(200)
  })
})

describe('contract §7: success_url and cancel_url', () => {
  const ADDRESSES = { success_url: `${SHOP}/thanks?from=code`, cancel_url: `${SHOP}/` }

  test('a link leads back to the store’s allowed origins', async () => {
    const asked = new URLSearchParams(ADDRESSES).toString()
    expect((await show(`${linkOf(store, 'mug')}?${asked}`)).status).toBe(200)
    const { session } = await opened(await press(`${linkOf(store, 'mug')}?${asked}`))
    expect(session).toMatchObject(ADDRESSES)
  })

  test('a link leads nowhere else, and from a store without allowed origins nowhere at all', async () => {
    const open = await aStore(service)
    await aProduct(service, open)
    for (const [of, address] of [
      [store, 'https://evil.example/'],
      [store, `${SHOP}.evil.example/`],
      [store, `https://shop.example@evil.example/`],
      [store, 'javascript:alert(1)'],
      [store, '//evil.example'],
      [open, `${SHOP}/thanks`],
    ] as const)
      for (const name of ['success_url', 'cancel_url']) {
        const link = `${linkOf(of, 'mug')}?${new URLSearchParams({ [name]: address }).toString()}`
        for (const answer of [await show(link), await press(link)]) {
          expect([answer.status, address]).toEqual([400, address])
          expect(answer.text).toContain(
            'This link leads back to an address that the store does not allow.',
          )
          expect(answer.text).not.toContain('evil')
        }
      }
    expect(await sessionsOf(open)).toBe(0)
  })
})

describe('contract §7: a page for crawlers', () => {
  const dataIn = ({ text }: { text: string }) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}')
  const metaIn = ({ text }: { text: string }) =>
    Object.fromEntries(
      [
        ...text.matchAll(
          /<meta (?:property|name)="((?:og|product):[^"]+|description)" content="([^"]*)">/g,
        ),
      ].map(([, name, content]) => [name, content]),
    )

  test('the page tells what it sells in Open Graph and schema.org', async () => {
    const page = await show(`${linkOf(store)}?size=M&lang=en`)
    expect(page.text).toContain(`<link rel="canonical" href="${linkOf(store)}">`)
    expect(page.headers.get('x-robots-tag')).toBeNull()
    expect(metaIn(page)).toEqual({
      description: 'Woven in Galicia.',
      'og:type': 'product',
      'og:site_name': 'Loom &amp; Co',
      'og:title': 'Linen shirt',
      'og:description': 'Woven in Galicia.',
      'og:url': linkOf(store),
      'og:image': 'https://cdn.example/shirt.webp',
      'product:price:amount': '49.00',
      'product:price:currency': 'EUR',
    })
    expect(dataIn(page)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Linen shirt',
      description: 'Woven in Galicia.',
      image: 'https://cdn.example/shirt.webp',
      sku: 'linen-shirt',
    })
    expect(dataIn(page).offers).toHaveLength(4)
    expect(dataIn(page).offers[1]).toEqual({
      '@type': 'Offer',
      name: 'M, Ink',
      url: `${linkOf(store)}?size=M&color=Ink`,
      price: '49.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/OutOfStock',
      seller: { '@type': 'Organization', name: 'Loom & Co' },
    })
    expect(dataIn(page).offers[0].availability).toBe('https://schema.org/InStock')
  })

  test('the session’s page stays out of indexes, and a test store’s products, too', async () => {
    const { headers } = await press(linkOf(store, 'mug'))
    const page = await show(headers.get('location') ?? '')
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(page.text).not.toMatch(/og:|ld\+json/)
    const tried = await aStore(service, { test: true })
    await aProduct(service, tried)
    expect((await show(linkOf(tried, 'mug'))).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  test('what a merchant wrote is text, in the page and in its data', async () => {
    const hostile = `</script><script>alert(1)</script><!--"'&amp;`
    await aProduct(service, store, {
      slug: hostile,
      name: hostile,
      description: hostile,
      variants: [
        { size: hostile, colorName: hostile, stock: 1 },
        { size: 'M', colorName: 'Sand', stock: 1 },
      ],
    })
    const page = await show(linkOf(store, encodeURIComponent(hostile)))
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<script>')
    expect(page.text).not.toContain('<!--')
    expect(dataIn(page)).toMatchObject({ name: hostile, sku: hostile })
  })

  test('only the stepper runs in the page, no other page frames it, and only its sheets apply', async () => {
    const { headers, text } = await show(linkOf(store))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.replaceAll(/'sha256-[^']+'/g, 'HASH')).toBe(
      [
        "default-src 'none'",
        'script-src HASH; style-src HASH',
        "img-src 'self' https://cdn.example",
        `form-action 'self' ${HERE}`,
        "base-uri 'none'; frame-ancestors 'none'",
        "require-trusted-types-for 'script'; trusted-types 'none'",
        'report-to csp',
      ].join('; '),
    )
    expect(text.match(/<script/g)).toHaveLength(2)
    expect(headers.get('x-frame-options')).toBe('DENY')
    // With none, a browser would send `Origin: null` with the form.
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.get('vary')).toMatch(/Accept-Language/)
  })
})

describe('contract §5: Language, of a buy link', () => {
  test('the page speaks the language of its address, of the browser, or of the store', async () => {
    const langOf = ({ text }: { text: string }) =>
      /<html lang="([^"]+)" dir="(\w+)"/.exec(text)?.slice(1)
    expect(langOf(await show(`${linkOf(store)}?lang=ar`))).toEqual(['ar', 'rtl'])
    expect(langOf(await show(linkOf(store), { 'accept-language': 'de' }))).toEqual(['de', 'ltr'])
    expect(
      langOf(await show(`${linkOf(store)}?lang=&size=`, { 'accept-language': 'fr' }))?.[0],
    ).toBe('fr')
    await sql.rows(`update stores set language = 'ja' where id = $1`, [store.id])
    expect(langOf(await show(linkOf(store), { 'accept-language': 'tlh' }))?.[0]).toBe('ja')
    await sql.rows(`update stores set language = 'en' where id = $1`, [store.id])
  })
})
