import { beforeEach, describe, expect, test } from 'vitest'
import type { PlatformProduct } from '../../contract/platform.ts'
import { type TestStore, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/spec-service.ts'

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
