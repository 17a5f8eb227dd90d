import { beforeEach, describe, expect, test } from 'vitest'
import type { PlatformProduct } from '../../contract/platform/platform.ts'
import { type TestStore, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
})

const MUG = { name: 'Mug', price: 1990, variants: [{ stock: 10 }] }
const put = (slug: string, body: unknown) =>
  service.platform<PlatformProduct>(
    'PUT',
    `/stores/${store.id}/products/${encodeURIComponent(slug)}`,
    body,
  )

describe('contract §4: the names of a product and its variants', () => {
  test.each<[Record<string, unknown>, RegExp]>([
    [{ name: 'Mug ' }, /^name: must not begin or end with a space or a control character$/],
    [{ variants: [{ size: 'M' }, { size: 'M ' }] }, /^variants\[1\]\.size: must not begin or end/],
    [{ variants: [{ colorName: 'Red\r' }] }, /^variants\[0\]\.colorName: must not begin or end/],
    [{ variants: [{ size: '\u200bM' }] }, /^variants\[0\]\.size: must not begin or end/],
    [
      { variants: [{ size: 'Caf\u00e9' }, { size: 'S' }, { size: 'Cafe\u0301' }] },
      /^variants\[2\]: “Cafe\u0301” looks the same as “Caf\u00e9” of variants\[0\]$/,
    ],
  ])('writing a product refuses %j', async (fields, message) => {
    expectError(await put('mug', { ...MUG, ...fields }), 400, 'invalid_request', message)
    const known = await service.platform('GET', `/stores/${store.id}/products/mug`)
    expectError(known, 404, 'product_not_found')
  })

  test.each([
    ['Dark Red', 'Dark\u00a0Red'],
    ['Dark Red', 'Dark  Red'],
    ['Dark Red', 'Dark\u2009Red'],
    ['Dark Red', 'Dark\u3164Red'],
    ['Dark Red', 'Dark \u200b Red'],
    ['Dark Red', 'Da\u200drk Red'],
    ['Caf\u00e9', 'Cafe\u034f\u0301'],
    ['M', 'M\u3164'],
    ['M', 'M\u2800'],
    ['M', 'M\u2066'],
    ['M', 'M\u2061'],
    ['M', 'M\ufe0f'],
    ['M', '\u202aM\u202c'],
  ])('writing a product refuses %j beside %j, which looks the same', async (name, other) => {
    for (const variants of [
      [{ size: name }, { size: other }],
      [{ colorName: other }, { colorName: name }],
    ])
      expectError(
        await put('mug', { ...MUG, variants }),
        400,
        'invalid_request',
        /^variants\[1\]: “.*” looks the same as “.*” of variants\[0\]$/,
      )
  })

  test.each([
    ['Dark Red', 'DarkRed'],
    // The flags of England and Scotland: characters that nobody sees tell them apart.
    [
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
    // One picture, and two.
    ['\u{1f468}\u200d\u{1f467}', '\u{1f468}\u{1f467}'],
  ])('a product can have %j beside %j', async (colorName, other) => {
    const variants = [{ colorName }, { colorName: other }]
    expect((await put('mug', { ...MUG, variants })).status).toBe(200)
  })

  test('names from before that look the same stay for sale, and are written back', async () => {
    await put('mug', {
      ...MUG,
      variants: ['Dark Red', 'Blue'].map((size) => ({ size, stock: 10 })),
    })
    await sql.rows(
      `update variants set size = E'Dark\\u00a0Red'
      where size = 'Blue' and product_id = (select id from products where store_id = $1)`,
      [store.id],
    )
    const address = `/stores/${store.id}/products/mug`
    const { body } = await service.platform<PlatformProduct>('GET', address)
    const { slug, currency: _, ...written } = body
    expect(body.variants).toHaveLength(2)
    expect((await put(slug, written)).status).toBe(200)
    for (const { size } of body.variants)
      expect(
        await service.call('POST', '/v1/checkout/sessions', {
          token: store.keys.secret,
          body: { items: [{ product: slug, size }] },
        }),
      ).toMatchObject({ status: 201 })
    expectError(
      await put(slug, { ...written, variants: [...body.variants, { size: 'Dark\u2009Red' }] }),
      400,
      'invalid_request',
      /^variants\[2\]: /,
    )
  })

  test('names from before that end with a space are matched byte for byte, and written back', async () => {
    const variants = [{ size: 'M', colorName: 'Red' }]
    await put('mug', { ...MUG, variants })
    await sql.rows(
      `with p as (update products set name = 'Mug ', slug = 'mug ' where store_id = $1 returning id)
      update variants set size = 'M ', color_name = E'Red\\r' where product_id = (select id from p)`,
      [store.id],
    )
    const { body: read } = await service.platform<PlatformProduct>(
      'GET',
      `/stores/${store.id}/products/mug%20`,
    )
    expect(read.variants).toMatchObject([{ size: 'M ', colorName: 'Red\r' }])
    const { slug, currency: _, ...written } = read
    expect(await put(slug, written)).toMatchObject({ status: 200, body: { slug } })
    expectError(
      await put(slug, { ...written, variants: [...read.variants, ...variants] }),
      400,
      'invalid_request',
      /^variants\[1\]: “M, Red” looks the same as “M , Red\r” of variants\[0\]$/,
    )
    await put(slug, { ...written, variants: [{ ...read.variants[0], stock: 3 }] })
    const create = (size: string, color: string) =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: slug, size, color }] },
      })
    expect((await create('M ', 'Red\r')).status).toBe(201)
    expectError(await create('M', 'Red'), 400, 'variant_not_found')
  })
})
