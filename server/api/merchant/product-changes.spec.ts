import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import type { Product } from '../../contract/merchant.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
  await aProduct(service, store, {
    slug: 'shirt',
    name: 'Shirt',
    variants: [
      { size: 'M', stock: 10 },
      { size: 'L', stock: 4 },
    ],
  })
})

afterEach(() => expectInvariants(sql))

type Call = { slug?: string; token?: string; headers?: Record<string, string> }

const change = (
  body: unknown,
  { slug = 'shirt', token = store.keys.secret, headers = {} }: Call = {},
) =>
  service.call<Product & ErrorEnvelope>('PATCH', `/v1/products/${slug}`, { token, body, headers })

const read = () => service.call<Product>('GET', '/v1/products/shirt', { token: store.keys.secret })

const stockIn = ({ variants }: Product) => variants.map(({ stock }) => stock)

/** A buyer whose bank asks: the units are held. */
async function hold(quantity: number) {
  const items = [{ product: 'shirt', size: 'M', quantity }]
  const buyer = await aBuyer(service, await aSession(service, store, { items }))
  expect((await buyer.pay({ card: CARDS.challenge })).status).toBe(202)
}

describe('contract §8: a product is changed by the merchant’s server', () => {
  test('what is sent is changed, all else stays, and the answer is the product', async () => {
    const answer = await change({ price: 2190, description: 'Linen' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...(await read()).body, price: 2190, description: 'Linen' })
    expect(answer.body).toMatchObject({ name: 'Shirt', variants: [{ stock: 10 }, { stock: 4 }] })
    expect((await change({ name: 'Linen shirt', description: null })).body).toMatchObject({
      name: 'Linen shirt',
      description: null,
      price: 2190,
    })
    expect((await change({})).status).toBe(200)
  })

  test('an archived product is changed, too, and sold again', async () => {
    expect((await change({ archived: true })).body.archived).toBe(true)
    expectError(await read(), 404, 'product_not_found')
    expect((await change({ archived: false, price: 990 })).body.price).toBe(990)
    expect((await read()).body.price).toBe(990)
  })

  test('stock is counted, held units included, or moved, and other variants keep theirs', async () => {
    await hold(3)
    const set = await change({ variants: [{ size: 'M', stock: 20 }] })
    expect(stockIn(set.body)).toEqual([17, 4])
    const moved = await change({
      variants: [
        { size: 'M', delta: -5 },
        { size: 'L', delta: 6 },
      ],
    })
    expect(stockIn(moved.body)).toEqual([12, 10])
    expect(
      await sql.rows(
        `select c.delta::int, c.counted::int, c.reason, c.actor from stock_changes c
        where c.store_id = $1 and c.reason = 'api' order by c.id`,
        [store.id],
      ),
    ).toEqual([
      { delta: 10, counted: 20, reason: 'api', actor: null },
      { delta: -5, counted: null, reason: 'api', actor: null },
      { delta: 6, counted: null, reason: 'api', actor: null },
    ])
  })

  test('no more is taken away than is for sale: held units stay with their buyers', async () => {
    await hold(8)
    expectError(
      await change({ variants: [{ size: 'M', delta: -3 }] }),
      400,
      'invalid_request',
      /^variants\[0\]\.delta: must be at least -2, /,
    )
    expect(stockIn((await change({ variants: [{ size: 'M', delta: -2 }] })).body)).toEqual([0, 4])
    expect(stockIn((await change({ variants: [{ size: 'M', stock: 0 }] })).body)).toEqual([0, 4])
  })

  test('all of it is done, or nothing', async () => {
    const before = await read()
    for (const [variant, code, message] of [
      [{ size: 'XL', stock: 1 }, 'variant_not_found', /It comes in: M; L/],
      [{ stock: 1 }, 'variant_not_found', /It comes in: M; L/],
      [{ size: 'L', delta: -5 }, 'invalid_request', /^variants\[1\]\.delta: /],
      [{ size: 'M', stock: 1 }, 'invalid_request', /^variants: must not repeat/],
      [{ size: 'L' }, 'invalid_request', /^variants\[1\]: .*stock.*delta/],
      [{ size: 'L', stock: 1, delta: 1 }, 'invalid_request', /^variants\[1\]: /],
      [{ size: 'L', stock: -1 }, 'invalid_request', /^variants\[1\]\.stock: /],
    ] as const) {
      const body = { price: 1, archived: true, variants: [{ size: 'M', stock: 1 }, variant] }
      expectError(await change(body), 400, code, message)
    }
    for (const [field, value] of [
      ['name', ' Shirt'],
      ['price', -1],
      ['slug', 'other'],
      ['imageUrl', null],
    ])
      expectError(
        await change({ [`${field}`]: value }),
        400,
        'invalid_request',
        new RegExp(`^${field}: `),
      )
    expect((await read()).body).toEqual(before.body)
  })

  test('a product that has changed or sold since If-Match is left as it is', async () => {
    const { headers } = await read()
    const match = { 'if-match': headers.get('etag') ?? '' }
    const first = await change({ variants: [{ size: 'M', stock: 9 }] }, { headers: match })
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).toBe((await read()).headers.get('etag'))
    expectError(await change({ price: 1 }, { headers: match }), 412, 'product_changed')
    const now = { 'if-match': `"other", ${first.headers.get('etag')}` }
    await hold(1)
    expectError(await change({ price: 1 }, { headers: now }), 412, 'product_changed', /"shirt"/)
    expect((await change({ price: 1 }, { headers: { 'if-match': '*' } })).status).toBe(200)
    const wrong = { 'if-match': 'x' }
    expectError(await change({}, { headers: wrong }), 400, 'invalid_request', /^If-Match: /)
  })

  test('a request with the same Idempotency-Key is done once', async () => {
    const headers = { 'idempotency-key': 'delivery-17' }
    const body = { variants: [{ size: 'M', delta: 5 }] }
    const answers = await Promise.all([1, 2, 3].map(() => change(body, { headers })))
    expect(answers.map(({ status, body: product }) => [status, ...stockIn(product)])).toEqual(
      Array(3).fill([200, 15, 4]),
    )
    expectError(await change({ price: 1 }, { headers }), 400, 'invalid_request', /^Idempotency-Key/)
    const refused = { 'idempotency-key': 'delivery-18' }
    const tooMuch = { variants: [{ size: 'M', delta: -16 }] }
    expectError(await change(tooMuch, { headers: refused }), 400, 'invalid_request')
    await change({ variants: [{ size: 'M', delta: 1 }] })
    expect(stockIn((await change(tooMuch, { headers: refused })).body)).toEqual([0, 4])
  })

  test('the public key and other stores change nothing', async () => {
    expectError(await change({ price: 1 }, { token: store.keys.public }), 401, 'invalid_api_key')
    const other = await aStore(service)
    for (const slug of ['shirt', 'none', '%00'])
      expectError(
        await change({ price: 1 }, { slug, token: other.keys.secret }),
        404,
        'product_not_found',
      )
    expect((await read()).body.price).toBe(1990)
  })

  test('the audit log names the secret key', async () => {
    await change({ price: 2190, archived: true, variants: [{ size: 'L', delta: 2 }] })
    expect(
      await sql.rows(
        `select actor, action, details from audit_log
        where store_id = $1 and subject = 'shirt' and actor <> 'platform' order by id`,
        [store.id],
      ),
    ).toEqual([
      {
        actor: 'secret_key',
        action: 'product.changed',
        details: { price: { from: 1990, to: 2190 } },
      },
      { actor: 'secret_key', action: 'product.archived', details: null },
      {
        actor: 'secret_key',
        action: 'stock.changed',
        details: { variant: 'L', delta: 2, stock: 6 },
      },
    ])
  })
})
