import { describe, expect, test } from 'vitest'
import type { Product, ProductList } from '../../contract/merchant.ts'
import { aProduct, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const store = await aStore(service, { currency: 'JPY' })
for (const slug of ['a', 'b', 'c', 'd', 'e'])
  await aProduct(service, store, { slug, name: slug.toUpperCase() })
await aProduct(service, store, { slug: 'gone', archived: true })
await aProduct(service, store, {
  slug: 'crème brûlée/set',
  name: 'Set',
  description: 'Two bowls',
  imageUrl: 'https://cdn.example/set.webp',
  price: 1,
  variants: [
    { size: 'XL', colorName: 'Red', stock: 2 },
    { size: 'S', colorName: 'Red', stock: 0 },
  ],
})

const list = (query = '', token = store.keys.public) =>
  service.call<ProductList>('GET', `/v1/products${query}`, { token })
const get = (slug: string, token = store.keys.public) =>
  service.call<Product>('GET', `/v1/products/${encodeURIComponent(slug)}`, { token })

describe('spec §4.3 Product reads', () => {
  test.each(['public', 'secret'] as const)('products are read with the %s key', async (kind) => {
    expect((await list('', store.keys[kind])).status).toBe(200)
    expect((await get('a', store.keys[kind])).status).toBe(200)
  })

  test('one product is read field for field, its variants in the given order', async () => {
    expect((await get('crème brûlée/set')).body).toEqual({
      slug: 'crème brûlée/set',
      name: 'Set',
      description: 'Two bowls',
      imageUrl: 'https://cdn.example/set.webp',
      price: 1,
      currency: 'JPY',
      archived: false,
      maxPerOrder: 100,
      translations: {},
      variants: [
        { size: 'XL', colorName: 'Red', stock: 2 },
        { size: 'S', colorName: 'Red', stock: 0 },
      ],
    })
  })

  test('a product without sizes and colors has one variant with neither', async () => {
    expect((await get('a')).body).toMatchObject({
      description: null,
      imageUrl: null,
      variants: [{ size: null, colorName: null, stock: 10 }],
    })
  })

  test('the list of products goes on page by page, without gaps or repetitions, to its end', async () => {
    const first = await list('?limit=4')
    expect(first.body.data.map(({ slug }) => slug)).toEqual(['a', 'b', 'c', 'd'])
    const second = await list(`?limit=4&cursor=${first.body.nextCursor}`)
    expect(second.body).toMatchObject({
      data: [{ slug: 'e' }, { slug: 'crème brûlée/set' }],
      nextCursor: null,
    })
  })

  test('a page that ends with the list of products has no next one', async () => {
    expect((await list('?limit=6')).body).toMatchObject({ data: { length: 6 }, nextCursor: null })
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=',
    'cursor=LTE',
    'limits=3',
  ])('the list of products refuses ?%s and names the field', async (query) => {
    expectError(await list(`?${query}`), 400, 'invalid_request', /^(limit|cursor|limits): /)
  })

  test('archived products are not in the list and not found by slug', async () => {
    expect((await list()).body.data.map(({ slug }) => slug)).not.toContain('gone')
    expectError(await get('gone'), 404, 'product_not_found', /"gone"/)
  })

  test("another store's products are not found", async () => {
    const other = await aStore(service)
    expect((await list('', other.keys.public)).body).toEqual({ data: [], nextCursor: null })
    expectError(await get('a', other.keys.secret), 404, 'product_not_found', /"a"/)
  })

  test('a product that is not found is named by its slug', async () => {
    expectError(await get('no such thing'), 404, 'product_not_found', /"no such thing"/)
  })
})
