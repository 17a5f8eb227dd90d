import { beforeEach, describe, expect, test } from 'vitest'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import type { Product } from '../../contract/merchant.ts'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
let store: TestStore

beforeEach(async () => {
  store = await aStore(service)
  await aProduct(service, store, { maxPerOrder: 3, variants: [{ stock: 9 }] })
})

const ask = <Body>(method: string, path: string, more: object = {}) =>
  service.call<Body & ErrorEnvelope>(method, `/v1${path}`, { token: store.keys.secret, ...more })

const create = (quantity: number, headers = {}) =>
  ask('POST', '/checkout/sessions', { body: { items: [{ product: 'mug', quantity }] }, headers })

const change = (maxPerOrder: unknown) =>
  ask<Product>('PATCH', '/products/mug', { body: { maxPerOrder } })

const OVER = /^items\[0\]\.quantity: must be at most 3 for this product$/

const LINK = () => `${service.checkoutUrl}/buy/${store.id}/mug`

const press = (quantity: string, headers = {}) =>
  call<string>('POST', LINK(), {
    text: new URLSearchParams({ quantity }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(service.checkoutUrl).origin,
      ...headers,
    },
  })

describe('contract §8: how many of a product one order can have', () => {
  test('a session of more is refused, with and without an Idempotency-Key, before the stock', async () => {
    for (const headers of [{}, { 'idempotency-key': 'cart-1' }])
      for (const quantity of [4, 10])
        expectError(await create(quantity, headers), 400, 'invalid_request', OVER)
    expect((await create(3, { 'idempotency-key': 'cart-1' })).status).toBe(201)
  })

  test('products have it, 100 without a choice, and the platform and the server change it', async () => {
    expect((await ask<Product>('GET', '/products/mug')).body.maxPerOrder).toBe(3)
    expect((await aProduct(service, store)).maxPerOrder).toBe(3)
    expect((await aProduct(service, store, { slug: 'cup' })).maxPerOrder).toBe(100)
    expect((await change(2)).body.maxPerOrder).toBe(2)
    for (const wrong of [0, 101, 1.5, null])
      expectError(await change(wrong), 400, 'invalid_request', /^maxPerOrder: /)
  })

  test('a session keeps what it was created with', async () => {
    const items = [{ product: 'mug', quantity: 3 }]
    const buyer = await aBuyer(service, await aSession(service, store, { items }))
    await change(1)
    expect((await buyer.pay()).status).toBe(200)
  })

  test('the buy page ends there, and says so to whoever asks for more', async () => {
    const page = await call<string>('GET', `${LINK()}?lang=en`)
    expect(page.text).toMatch(/max="?3"?/)
    expect(textOf(await call<string>('GET', `${LINK()}?lang=en&quantity=4`))).toContain(
      'Choose a quantity from 1 to 3.',
    )
    const refused = await press('4', { 'accept-language': 'en', accept: 'text/html' })
    expect([refused.status, textOf(refused)]).toEqual([
      422,
      expect.stringContaining('Choose a quantity from 1 to 3.'),
    ])
    const script = await press('4', { accept: 'application/json' })
    expect([script.status, script.text]).toEqual([
      400,
      expect.stringContaining('must be at most 3'),
    ])
    await change(1)
    const single = textOf(await call<string>('GET', `${LINK()}?lang=en&quantity=4`))
    expect(single).not.toMatch(/Only 1|Choose a quantity/)
  })
})
