import { beforeEach, describe, expect, test } from 'vitest'
import type { PlatformProduct } from '../../contract/platform/platform.ts'
import type { Product } from '../../contract/merchant.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  onHandOf,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
  return () => expectInvariants(sql)
})

const MUG = { name: 'Mug', price: 1990, variants: [{ stock: 10 }] }
const put = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  service.platform<PlatformProduct>(
    'PUT',
    `/stores/${store.id}/products/${encodeURIComponent(slug)}`,
    body,
    headers,
  )
const get = (headers: Record<string, string> = {}) =>
  service.platform<PlatformProduct>('GET', `/stores/${store.id}/products/mug`, undefined, headers)
const count = (stock?: number) => put('mug', { ...MUG, variants: [{ stock }] })
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
  test('the platform creates a product and answers with it', async () => {
    const { body } = await put('mug', MUG)
    expect(body).toEqual({
      slug: 'mug',
      name: 'Mug',
      description: null,
      imageUrl: null,
      price: 1990,
      currency: 'EUR',
      archived: false,
      maxPerOrder: 100,
      translations: {},
      variants: [{ size: null, colorName: null, stock: 10, available: 10 }],
      withdrawalDays: 14,
      withdrawalReason: null,
      buyUrl: `${service.checkoutUrl}/buy/${store.id}/mug`,
    })
    expect((await service.platform('GET', `/stores/${store.id}/products/mug`)).body).toEqual(body)
  })

  test('writing a product replaces it whole: what is not given is gone', async () => {
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
    const variants = [
      { size: 'M', stock: 7 },
      { size: 'L', stock: 3 },
    ]
    const { body } = await put('mug', { name: 'Cup', price: 5, variants })
    expect(body).toMatchObject({
      name: 'Cup',
      price: 5,
      description: null,
      imageUrl: null,
      archived: false,
      variants,
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

  test('an archived product is shown to the platform, and so is a variant that came back', async () => {
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

  test.each<[Record<string, unknown>, RegExp]>([
    [{ name: '' }, /^name: /],
    [{ price: -1 }, /^price: /],
    [
      { price: 0 },
      /^price: must be at least 1, the least of what the payment provider takes in EUR$/,
    ],
    [{ price: 1.5 }, /^price: must be an integer$/],
    [{ price: 1_000_000_000_000 }, /^price: must be at most 999999999999$/],
    [{ price: '5' }, /^price: must be/],
    [{ variants: [] }, /^variants: /],
    [{ variants: undefined }, /^variants: is required$/],
    [{ variants: [{ size: 'S' }, { stock: -1 }] }, /^variants\[1\]\.stock: must be at least 0$/],
    [{ variants: [{ stock: 1.5 }] }, /^variants\[0\]\.stock: /],
    [{ variants: [{ stock: 1 }, { stock: 2 }] }, /^variants: must not repeat/],
    [{ variants: [{ stock: 1, sku: 'x' }] }, /^variants\[0\]\.sku: is not a known field$/],
    [{ imageUrl: 'javascript:alert(1)' }, /^imageUrl: /],
    [{ imageUrl: 'https://a;sandbox/x.png' }, /^imageUrl: /],
    [{ currency: 'EUR' }, /^currency: is not a known field$/],
    [{ slug: 'x' }, /^slug: is not a known field$/],
  ])('writing a product refuses %j', async (fields, message) => {
    expectError(await put('mug', { ...MUG, ...fields }), 400, 'invalid_request', message)
    expectError(
      await service.platform('GET', `/stores/${store.id}/products/mug`),
      404,
      'product_not_found',
    )
  })

  test('a product’s slug has 1 to 200 characters', async () => {
    expect((await put('x'.repeat(200), MUG)).status).toBe(200)
    for (const slug of ['x'.repeat(201), ' ', '\0', 'mug ', '\u200bmug'])
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

type Line = { delta: string; counted: string | null; reason: string }

/** Of all variants of the store, oldest first. */
const history = async () =>
  (
    await sql.rows<Line>(
      `select delta, counted, reason from stock_changes c join variants v on v.id = c.variant_id
      join products p on p.id = v.product_id where p.store_id = $1 order by c.id`,
      [store.id],
    )
  ).map(({ delta, counted, reason }) => [reason, Number(delta), counted && Number(counted)])

describe('contract §4: a count says what is on hand, units held by payments included', () => {
  beforeEach(() => put('mug', MUG))

  test('a count leaves what is held as held; what is for sale stands beside it', async () => {
    const { id, answer } = await aHold(3)
    expect((await get()).body.variants).toMatchObject([{ stock: 10, available: 7 }])
    expect((await count(20)).body.variants).toMatchObject([{ stock: 20, available: 17 }])
    await answer('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    expect((await get()).body.variants).toMatchObject([{ stock: 17, available: 17 }])
  })

  test('a count below what is held: 3 held, 1 counted, the payments fail, and 1 is for sale', async () => {
    const { answer } = await aHold(3)
    expect((await count(1)).body.variants).toMatchObject([{ stock: 1, available: 0 }])
    const sold = await service.call('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      body: { items: [{ product: 'mug' }] },
    })
    expectError(sold, 409, 'sold_out', /^Mug is sold out/)
    await answer('fail')
    expect((await get()).body.variants).toMatchObject([{ stock: 1, available: 1 }])
    expect(await history()).toEqual([
      ['platform', 10, 10],
      ['platform', -9, 1],
    ])
  })

  test('payments that succeed after a lower count are shown as units owed on hand', async () => {
    const { id, answer } = await aHold(3)
    await count(1)
    await answer('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    expect((await get()).body.variants).toMatchObject([{ stock: -2, available: 0 }])
    const [product] = (
      await service.call<{ data: Product[] }>('GET', '/v1/products', { token: store.keys.public })
    ).body.data
    expect(product?.variants).toEqual([{ size: null, colorName: null, stock: 0 }])
    expect((await count(-2)).body.variants).toMatchObject([{ stock: -2, available: 0 }])
    for (const wrong of [-1, -3])
      expectError(
        await count(wrong),
        400,
        'invalid_request',
        /^variants\[0\]\.stock: must be at least 0, or -2 as it is now$/,
      )
    expect((await changeStock({ delta: 1 })).body).toMatchObject({ stock: -1, available: 0 })
    expect((await count(4)).body.variants).toMatchObject([{ stock: 4, available: 4 }])
    expect((await history()).slice(-2)).toEqual([
      ['platform', 1, null],
      ['platform', 5, 4],
    ])
  })

  test('a count that was read can be written back, again and again: 10 stay 10', async () => {
    const { answer } = await aHold(3)
    for (let round = 0; round < 3; round += 1) {
      const { slug: _, currency: __, ...read } = (await get()).body
      expect((await put('mug', read)).body.variants).toEqual(read.variants)
    }
    await answer('fail')
    expect((await get()).body.variants).toMatchObject([{ stock: 10, available: 10 }])
    expect(await history()).toEqual(
      Array.from({ length: 4 }, (_, n) => ['platform', n ? 0 : 10, 10]),
    )
  })

  test('a count that is left out stays as it is, and is none of a new variant', async () => {
    await aHold(3)
    const { body } = await put('mug', { ...MUG, price: 5, variants: [{}, { size: 'S' }] })
    expect(body).toMatchObject({
      price: 5,
      variants: [
        { size: null, stock: 10, available: 7 },
        { size: 'S', stock: 0, available: 0 },
      ],
    })
    expect(await history()).toEqual([['platform', 10, 10]])
  })

  test('a count changes relatively, and the answer is the variant', async () => {
    await put('mug', {
      ...MUG,
      variants: [
        { size: 'S', colorName: 'Red', stock: 2 },
        { size: 'M', colorName: 'Red', stock: 5 },
      ],
    })
    for (const { delta, stock } of [
      { delta: 4, stock: 9 },
      { delta: -9, stock: 0 },
    ])
      expect(await changeStock({ size: 'M', colorName: 'Red', delta })).toMatchObject({
        status: 200,
        body: { size: 'M', colorName: 'Red', stock, available: stock },
      })
    expect(await onHandOf(service, store)).toEqual([2, 0])
  })

  test('a relative change takes from held units, too, as they break; never more than there are', async () => {
    const { answer } = await aHold(3)
    expectError(
      await changeStock({ delta: -11 }),
      400,
      'invalid_request',
      /^delta: would leave less than nothing on hand$/,
    )
    expect((await changeStock({ delta: -9 })).body).toMatchObject({ stock: 1, available: 0 })
    await answer('fail')
    expect(await stockOf(service, store)).toEqual([1])
  })

  test('a stock change refuses what it cannot count or find', async () => {
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

describe('contract §4: If-Match refuses to write over what was changed since', () => {
  beforeEach(() => put('mug', MUG))
  const etagOf = async () => (await get()).headers.get('etag') ?? ''

  test('a product’s version changes with each field, variant, count and sale, not with holds', async () => {
    const { id, answer } = await aHold()
    const versions = [await etagOf()]
    await answer('complete')
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    versions.push(await etagOf())
    await changeStock({ delta: 2 })
    versions.push(await etagOf())
    for (const body of [
      { ...MUG, name: 'Cup' },
      { ...MUG, description: 'Blue' },
      { ...MUG, archived: true },
      { ...MUG, variants: [{ stock: 10 }, { size: 'S' }] },
    ])
      versions.push((await put('mug', body)).headers.get('etag') ?? '')
    expect(versions).toEqual([...new Set(versions)])
    for (const version of versions) expect(version).toMatch(/^"[\w-]{22}"$/)

    await put('mug', MUG)
    const before = await etagOf()
    await aHold()
    expect(await etagOf()).toBe(before)
  })

  test('a write with the product’s version succeeds; a stale write changes nothing', async () => {
    const etag = await etagOf()
    await aHold()
    const written = await put('mug', { ...MUG, price: 5 }, { 'if-match': etag })
    expect([written.status, written.headers.get('etag')]).toEqual([200, await etagOf()])
    expectError(
      await put('mug', { ...MUG, price: 6 }, { 'if-match': etag }),
      412,
      'product_changed',
    )
    expect((await get()).body.price).toBe(5)
    const list = `"other", ${await etagOf()}`
    expect((await put('mug', { ...MUG, price: 7 }, { 'if-match': list })).status).toBe(200)
    expect((await put('mug', MUG, { 'if-match': '*' })).status).toBe(200)
  })

  test('a weak tag matches nothing, and no tag matches a product that is not there', async () => {
    const weak = `W/${await etagOf()}`
    expectError(await put('mug', MUG, { 'if-match': weak }), 412, 'product_changed')
    for (const tag of ['*', '"other"'])
      expectError(await put('cup', MUG, { 'if-match': tag }), 412, 'product_changed')
    expectError(
      await put('mug', MUG, { 'if-match': 'without-quotes' }),
      400,
      'invalid_request',
      /^If-Match: /,
    )
  })

  test('of 10 who write a product at once with the same version one does', async () => {
    const etag = await etagOf()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        put('mug', { ...MUG, name: `Mug ${n}` }, { 'if-match': etag }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 412: 9 })
  })

  test('a sale completed while a product’s write waits for the stock is not written over', async () => {
    const { answer } = await aHold(2)
    const etag = await etagOf()
    const other = await holdLock(
      service.databaseUrl,
      `select from variants v join products p on p.id = v.product_id
      where p.store_id = '${store.id}' for no key update of v`,
    )
    const writing = put('mug', MUG, { 'if-match': etag })
    await other.someoneWaits()
    await answer('complete')
    await other.commit()
    expectError(await writing, 412, 'product_changed')
    expect(await onHandOf(service, store)).toEqual([8])
  })

  test('a reader with the product’s version is answered in full: what is for sale may differ', async () => {
    const etag = await etagOf()
    await aHold(4)
    // Without the second header fetch asks for a fresh answer by itself.
    const answer = await get({ 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect([answer.status, answer.body.variants[0]?.available]).toEqual([200, 6])
  })
})
