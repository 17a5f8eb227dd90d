import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '../../contract/merchant.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { type TestService, startTestService } from '../../testing/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'

let service: TestService
let sql: Sql
let store: TestStore

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
})

beforeEach(async () => {
  store = await aStore(service)
  return () => expectInvariants(sql)
})

afterAll(async () => {
  await sql.close()
  await service.stop()
})

const MUG = { name: 'Mug', price: 1990, variants: [{ stock: 10 }] }
const put = (slug: string, body: unknown) =>
  service.platform<Product>('PUT', `/stores/${store.id}/products/${encodeURIComponent(slug)}`, body)
const changeStock = (body: unknown, slug = 'mug') =>
  service.platform('POST', `/stores/${store.id}/products/${slug}/stock`, body)

/** A session whose payment waits for the bank, so that its units are held. */
async function aHold(quantity = 1) {
  const id = await aSession(service, store, { items: [{ product: 'mug', quantity }] })
  const { status, body } = await (await aBuyer(service, id)).pay({ card: CARDS.challenge })
  expect(status).toBe(202)
  const challenge = body.status === 'processing' ? (body.action?.url ?? '') : ''
  const answer = (outcome: string) =>
    fetch(challenge, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })
  return { id, answer }
}

describe('contract §4: products', () => {
  test('creates a product and answers with it', async () => {
    const { status, body } = await put('mug', MUG)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        slug: 'mug',
        name: 'Mug',
        description: null,
        imageUrl: null,
        price: 1990,
        currency: 'EUR',
        archived: false,
        variants: [{ size: null, colorName: null, stock: 10 }],
      },
    })
    expect((await service.platform('GET', `/stores/${store.id}/products/mug`)).body).toEqual(body)
  })

  test('replaces it whole: what is not given is gone', async () => {
    await put('mug', {
      ...MUG,
      description: 'Blue',
      imageUrl: 'https://cdn.example/mug.webp',
      archived: true,
      variants: [
        { size: 'S', stock: 1 },
        { size: 'M', stock: 2 },
      ],
    })
    const { body } = await put('mug', {
      name: 'Cup',
      price: 5,
      variants: [
        { size: 'M', stock: 7 },
        { size: 'L', stock: 3 },
      ],
    })
    expect(body).toMatchObject({
      name: 'Cup',
      price: 5,
      description: null,
      imageUrl: null,
      archived: false,
      variants: [
        { size: 'M', stock: 7 },
        { size: 'L', stock: 3 },
      ],
    })
    expectError(
      await service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug', size: 'S' }] },
      }),
      400,
      'variant_not_found',
    )
  })

  test('shows an archived product, and a variant that came back', async () => {
    await put('mug', { ...MUG, variants: [{ size: 'S', stock: 1 }] })
    await put('mug', { ...MUG, archived: true, variants: [{ size: 'M', stock: 1 }] })
    expect((await service.platform('GET', `/stores/${store.id}/products/mug`)).body).toMatchObject({
      archived: true,
      variants: [{ size: 'M', stock: 1 }],
    })
    expect((await put('mug', { ...MUG, variants: [{ size: 'S', stock: 4 }] })).body).toMatchObject({
      variants: [{ size: 'S', stock: 4 }],
    })
  })

  test('a removed variant sells nothing, not even to a buyer who came before', async () => {
    await put('mug', { ...MUG, variants: [{ size: 'S', stock: 1 }] })
    const id = await aSession(service, store, { items: [{ product: 'mug', size: 'S' }] })
    await put('mug', { ...MUG, variants: [{ size: 'M', stock: 1 }] })
    expectError(await (await aBuyer(service, id)).pay(), 409, 'sold_out')
    expect((await readSession(service, store, id)).body.status).toBe('open')
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ name: '' }, /^name: /],
    [{ price: -1 }, /^price: /],
    [{ price: 1.5 }, /^price: must be an integer$/],
    [{ price: 100_000_000 }, /^price: must be at most 99999999$/],
    [{ price: '5' }, /^price: must be/],
    [{ variants: [] }, /^variants: /],
    [{ variants: undefined }, /^variants: is required$/],
    [{ variants: [{ stock: -1 }] }, /^variants\[0\]\.stock: /],
    [{ variants: [{}] }, /^variants\[0\]\.stock: is required$/],
    [{ variants: [{ stock: 1 }, { stock: 2 }] }, /^variants: must not repeat/],
    [{ variants: [{ stock: 1, sku: 'x' }] }, /^variants\[0\]\.sku: is not a known field$/],
    [{ imageUrl: 'javascript:alert(1)' }, /^imageUrl: /],
    [{ imageUrl: 'https://a;sandbox/x.png' }, /^imageUrl: /],
    [{ currency: 'EUR' }, /^currency: is not a known field$/],
    [{ slug: 'x' }, /^slug: is not a known field$/],
  ])('refuses %j', async (fields, message) => {
    expectError(await put('mug', { ...MUG, ...fields }), 400, 'invalid_request', message)
    expectError(
      await service.platform('GET', `/stores/${store.id}/products/mug`),
      404,
      'product_not_found',
    )
  })

  test('takes slugs of 1 to 200 characters', async () => {
    expect((await put('x'.repeat(200), MUG)).status).toBe(200)
    for (const slug of ['x'.repeat(201), ' ', '\0'])
      expectError(await put(slug, MUG), 400, 'invalid_request', /^slug: /)
  })

  test('two stores may use the same slug', async () => {
    const other = await aStore(service)
    await aProduct(service, other, { price: 1 })
    await put('mug', MUG)
    expect(
      (await service.call<Product>('GET', '/v1/products/mug', { token: other.keys.public })).body
        .price,
    ).toBe(1)
  })
})

describe('contract §4: stock', () => {
  test('stock given with a product is what is on hand: units held for a payment stay held', async () => {
    await put('mug', MUG)
    const { id, answer } = await aHold(3)
    expect(await stockOf(service, store)).toEqual([7])
    await put('mug', { ...MUG, variants: [{ stock: 20 }] })
    expect(await stockOf(service, store)).toEqual([17])
    await answer('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    expect(await stockOf(service, store)).toEqual([17])
  })

  test('a held unit that is not sold comes back on top', async () => {
    await put('mug', MUG)
    const { answer } = await aHold(3)
    await put('mug', { ...MUG, variants: [{ stock: 5 }] })
    expect(await stockOf(service, store)).toEqual([2])
    await answer('fail')
    expect(await stockOf(service, store)).toEqual([5])
  })

  test('fewer on hand than are held leaves none for sale, and the buyer who pays gets hers', async () => {
    await put('mug', MUG)
    const { id, answer } = await aHold(3)
    await put('mug', { ...MUG, variants: [{ stock: 1 }] })
    expect(await stockOf(service, store)).toEqual([0])
    await answer('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
  })

  test('changes relatively, and answers with the variant', async () => {
    await put('mug', {
      ...MUG,
      variants: [
        { size: 'S', colorName: 'Red', stock: 2 },
        { size: 'M', colorName: 'Red', stock: 5 },
      ],
    })
    expect(await changeStock({ size: 'M', colorName: 'Red', delta: 4 })).toMatchObject({
      status: 200,
      body: { size: 'M', colorName: 'Red', stock: 9 },
    })
    expect(await changeStock({ size: 'M', colorName: 'Red', delta: -9 })).toMatchObject({
      status: 200,
      body: { size: 'M', colorName: 'Red', stock: 0 },
    })
    expect(await stockOf(service, store)).toEqual([2, 0])
  })

  test('never falls below nothing, not even by what is held', async () => {
    await put('mug', MUG)
    const { answer } = await aHold(3)
    expectError(await changeStock({ delta: -8 }), 400, 'invalid_request', /^delta: /)
    expect(await changeStock({ delta: -7 })).toMatchObject({ status: 200, body: { stock: 0 } })
    await answer('fail')
    expect(await stockOf(service, store)).toEqual([3])
  })

  test('refuses what it cannot count or find', async () => {
    await put('mug', MUG)
    expectError(await changeStock({ size: 'S', delta: 1 }), 400, 'variant_not_found')
    expectError(await changeStock({ delta: 1 }, 'cup'), 404, 'product_not_found', /"cup"/)
    expectError(await changeStock({ delta: 0.5 }), 400, 'invalid_request', /^delta: /)
    expectError(await changeStock({}), 400, 'invalid_request', /^delta: is required$/)
    expectError(
      await changeStock({ delta: 1, stock: 5 }),
      400,
      'invalid_request',
      /^stock: is not a known field$/,
    )
    expect(await stockOf(service, store)).toEqual([10])
  })
})
