import { describe, expect, test } from 'vitest'
import { hiddenFields } from '../../testing/store/page-text.ts'
import { aPicture } from '../../testing/store/sample-pictures.ts'
import { errorsOf, openCatalogue, pathOf, textOf } from '../../testing/store/store-catalogue.ts'

const { service, sql, merchant } = await openCatalogue()

const NEW = { name: 'Linen shirt', price: '49.00', sizes: 'S, M', stock: '5' }

/** Sends the form of a product with a file as its picture. */
const send = (path: string, fields: Record<string, string>, content: Uint8Array) =>
  merchant.upload(path, Object.entries({ csrf: merchant.csrf, ...fields }), {
    field: 'picture',
    name: 'photo.jpg',
    content: new Uint8Array(content),
  })

const auditOf = async (slug: string) =>
  sql.rows<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit_log where store_id = $1 and subject = $2 order by id',
    [merchant.store.id, slug],
  )

const CHOOSE_AGAIN = 'Choose the picture again: browsers do not keep it.'

describe('Store application, Products: the picture in the form', () => {
  test('a new product has the picture of its form from the start', async () => {
    const added = await send('/-/new', NEW, await aPicture('jpeg'))
    expect([added.status, pathOf(added)]).toEqual([303, '/linen-shirt'])
    const { imageUrl } = await merchant.find('linen-shirt')
    expect(imageUrl).toMatch(/\/pictures\/pic_[\w-]{43}\.webp$/)
    expect((await fetch(imageUrl ?? '')).status).toBe(200)
    const page = await merchant.get('/linen-shirt')
    expect(page.text).toContain(`<img src="${imageUrl}" alt="The product’s picture"`)
    expect(await auditOf('linen-shirt')).toEqual([
      { action: 'product.created', details: { name: 'Linen shirt', price: 4900 } },
      { action: 'product.picture_changed', details: { from: null, to: imageUrl } },
    ])
  })

  test('what was typed stays when a field or the picture is wrong, and nothing is saved', async () => {
    const png = await aPicture('png', { width: 31 })
    const typed = { ...NEW, slug: 'refused', description: 'A long text', price: '1.990' }
    const wrongPrice = await send('/-/new', typed, png)
    expect([wrongPrice.status, errorsOf(wrongPrice)]).toEqual([
      422,
      {
        price: '“1.990” can be read in two ways: write 1990.00 or 1.99.',
        picture: CHOOSE_AGAIN,
      },
    ])
    const large = Buffer.concat([png, Buffer.alloc(5_000_000)])
    for (const [file, sentence] of [
      [Buffer.from('GIF89a'), 'Choose a PNG, JPEG or WebP picture: this file is none of them.'],
      [large, 'That file is larger than 2 MB: choose a smaller one.'],
    ] as const) {
      const answer = await send('/-/new', { ...typed, price: '19' }, file)
      expect([answer.status, errorsOf(answer)]).toEqual([422, { picture: sentence }])
      expect(textOf(answer)).toContain('A long text')
      expect(answer.text).toContain('name="sizes" value="S, M"')
    }
    const taken = await send('/-/new', { ...typed, price: '19', slug: 'linen-shirt' }, png)
    expect(Object.keys(errorsOf(taken))).toEqual(['slug', 'picture'])
    expect((await merchant.get('/refused')).status).toBe(404)
    expect(await sql.rows('select from pictures where width = 31')).toEqual([])
  })

  test('a picture and other changes are saved together or not at all, and the log has both', async () => {
    await merchant.create({ slug: 'both' })
    const was = hiddenFields(await merchant.get('/both/edit'))
    const form = { ...was, name: 'Shirt', price: '49.00', withdrawalDays: '14' }
    const refused = await send('/both/edit', form, Buffer.from('GIF89a'))
    expect(Object.keys(errorsOf(refused))).toEqual(['picture'])
    expect(await merchant.find('both')).toMatchObject({ name: 'Linen shirt', imageUrl: null })
    expect(pathOf(await send('/both/edit', form, await aPicture('png')))).toBe('/both')
    const { imageUrl, ...saved } = await merchant.find('both')
    expect([saved.name, typeof imageUrl]).toEqual(['Shirt', 'string'])
    await merchant.post('/both/edit', { ...form, name: 'Coat', removePicture: 'yes' })
    expect(await merchant.find('both')).toMatchObject({ imageUrl: null })
    expect((await auditOf('both')).slice(1)).toEqual([
      {
        action: 'product.changed',
        details: { name: { from: 'Linen shirt', to: 'Shirt' } },
      },
      { action: 'product.picture_changed', details: { from: null, to: imageUrl } },
      { action: 'product.changed', details: { name: { from: 'Shirt', to: 'Coat' } } },
      { action: 'product.picture_changed', details: { from: imageUrl, to: null } },
    ])
  })

  test('of two pictures that are sent at once one stays, and the log knows which came first', async () => {
    await merchant.create({ slug: 'raced' })
    const form = { name: 'Linen shirt', price: '49.00', withdrawalDays: '14' }
    const pictures = await Promise.all([10, 11].map((width) => aPicture('png', { width })))
    await Promise.all(pictures.map((picture) => send('/raced/edit', form, picture)))
    const { imageUrl } = await merchant.find('raced')
    const [first, last] = (await auditOf('raced'))
      .filter(({ action }) => action === 'product.picture_changed')
      .map(({ details }) => details)
    expect([first?.['from'], last?.['from'], last?.['to']]).toEqual([null, first?.['to'], imageUrl])
  })

  test('the form takes a picture with the boxes of all variants, and the longest text', async () => {
    const sizes = Array.from({ length: 500 }, (_, index) => index).join()
    const description = '亜'.repeat(5000)
    await merchant.create({ slug: 'many', sizes, description })
    const edit = await merchant.get('/many/edit')
    const boxes = [...edit.text.matchAll(/name="(remove-\d+)"/g)].map(([, name = '']) => name)
    const removed = Object.fromEntries(boxes.slice(1).map((name) => [name, 'yes']))
    const form = { ...hiddenFields(edit), ...removed, name: 'Linen shirt', price: '49.00' }
    const texts = { description: `${description.slice(1)}.`, withdrawalDays: '14' }
    const saved = await send('/many/edit', { ...form, ...texts }, await aPicture('png'))
    expect([saved.status, pathOf(saved)]).toEqual([303, '/many'])
    expect(await merchant.find('many')).toMatchObject({
      description: texts.description,
      imageUrl: expect.stringContaining('/pictures/'),
      variants: [{ size: '0' }],
    })
  })

  test('a form with U+0000, in other codings or cut off is not read', async () => {
    const png = await aPicture('png')
    expect((await send('/-/new', { ...NEW, name: 'a\0b' }, png)).status).toBe(400)
    const { cookie } = merchant.member
    const headers = {
      cookie,
      origin: new URL(service.baseUrl).origin,
      'sec-fetch-site': 'same-origin',
    }
    const statusOf = async (type: string, body: string, coding: Record<string, string> = {}) => {
      const answer = await fetch(`${service.baseUrl}/store/products/-/new`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, ...coding, 'content-type': type },
        body,
      })
      return answer.status
    }
    const boundary = 'x'.repeat(27)
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n${merchant.csrf}\r\n`
    const type = `multipart/form-data; boundary=${boundary}`
    expect(await statusOf(type, `${part}--${boundary}--\r\n`)).toBe(422)
    expect(await statusOf(type, part)).toBe(400)
    expect(await statusOf(type, `${part}--${boundary}--\r\n`, { 'content-encoding': 'gzip' })).toBe(
      400,
    )
    expect(await statusOf('multipart/form-data', part)).toBe(400)
    expect(await statusOf('application/x-www-form-urlencoded', `csrf=${merchant.csrf}`)).toBe(400)
  })
})
