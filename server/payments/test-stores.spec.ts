import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../contract/buyer.ts'
import type { MerchantOrder, Refund } from '../contract/merchant-orders.ts'
import type { StoreResource } from '../contract/platform/platform.ts'
import {
  CARDS,
  LIVE,
  type TestStore,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { aColleague } from '../testing/store/store-browser.ts'
import { confirmationTokenFor } from '../../lab/stripe/stripe-cards.ts'
import { startStripeDouble } from '../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const { service, sql } = await openSpecService({
  env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
})
afterAll(() => double.close())

async function aShop(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, { ...LIVE, ...fields })
  await aProduct(service, store, { variants: [{ stock: 100 }] })
  return store
}

const aTestShop = (fields: Record<string, unknown> = {}) => aShop({ test: true, ...fields })

const providersOf = async (store: TestStore) =>
  (
    await sql.rows<{ provider: string }>(
      'select provider from payment_attempts where store_id = $1 order by id',
      [store.id],
    )
  ).map(({ provider }) => provider)

const viewOf = async (id: string) =>
  (await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')).body

const page = async (url: string) => (await call<string>('GET', url)).text

const TEST_STORE = /Test store/
const TEST_NAME = /Loom &amp; Co \(test\)/

describe('contract §4: a test store beside live ones', () => {
  test('a test store says that it is one, has keys of its own kind, and stays what it is', async () => {
    const store = await aTestShop()
    expect(store).toMatchObject({
      test: true,
      keys: {
        public: expect.stringMatching(/^pk_test_\w{38}$/),
        secret: expect.stringMatching(/^sk_test_\w{38}$/),
      },
    })
    const read = await service.platform<StoreResource>('GET', `/stores/${store.id}`)
    expect(read.body.test).toBe(true)
    expectError(
      await service.platform('PATCH', `/stores/${store.id}`, { test: false }),
      400,
      'invalid_request',
      /^test: /,
    )
    const { body } = await service.platform<{ key: string }>(
      'POST',
      `/stores/${store.id}/keys/secret/regenerate`,
    )
    expect(body.key).toMatch(/^sk_test_/)
    const live = await aShop()
    expect(live).toMatchObject({
      test: false,
      keys: { secret: expect.stringMatching(/^sk_live_/) },
    })
    const listed = await service.platform<{ data: StoreResource[] }>('GET', '/stores?limit=2')
    expect(listed.body.data.map((each) => each.test)).toEqual([false, true])
  })

  test('a test store pays with the test provider, a live one with Stripe, in one process', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const tested = await aSession(service, testing)
    const bought = await aSession(service, live)
    expect((await (await aBuyer(service, tested)).pay()).body.status).toBe('complete')
    const paid = await (await aBuyer(service, bought)).payWith(confirmationTokenFor(CARDS.succeeds))
    expect(paid.body.status).toBe('complete')
    expect(await providersOf(testing)).toEqual(['test'])
    expect(await providersOf(live)).toEqual(['stripe'])
    expect(
      await sql.rows('select session_id from test_provider.payments where session_id = any($1)', [
        [tested, bought],
      ]),
    ).toEqual([{ session_id: tested }])
    const claimsOf = async (store: TestStore, id: string) =>
      decodeJwt((await readSession(service, store, id)).headers.get('checkout-receipt') ?? '')
    expect(await claimsOf(testing, tested)).toMatchObject({ sub: tested, test: true })
    expect(await claimsOf(live, bought)).not.toHaveProperty('test')
  })

  test('a test store has no wallet with a window to speak to; a live one’s may open one', async () => {
    const openerPolicyOf = async (store: TestStore) =>
      (await call('GET', `${service.checkoutUrl}/${await aSession(service, store)}`)).headers.get(
        'cross-origin-opener-policy',
      )
    expect(await openerPolicyOf(await aTestShop())).toBe('same-origin')
    expect(await openerPolicyOf(await aShop())).toBe('same-origin-allow-popups')
  })

  test('neither kind of store takes the other one’s means of payment', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const before = double.books.payments.size
    const tested = await aBuyer(service, await aSession(service, testing))
    expect((await tested.payWith(confirmationTokenFor(CARDS.succeeds))).status).not.toBe(200)
    const bought = await aBuyer(service, await aSession(service, live))
    expect((await bought.payWith(await aPaymentMethod(service))).status).not.toBe(200)
    const asked = [...double.books.payments.values()].slice(before)
    expect(asked.filter(({ charge }) => charge !== null)).toEqual([])
    expect(
      await sql.rows('select 1 from orders where store_id = any($1)', [[testing.id, live.id]]),
    ).toEqual([])
  })

  test('a test store asks the test bank, and refunds there', async () => {
    const store = await aTestShop()
    const id = await aSession(service, store)
    const asked = await (await aBuyer(service, id)).pay({ card: CARDS.challenge })
    const url = asked.body.status === 'processing' ? (asked.body.action?.url ?? '') : ''
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) })
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status)
      .toBe('complete')
    const { order } = (await readSession(service, store, id)).body
    const refund = await service.call<Refund>('POST', `/v1/orders/${order?.orderNumber}/refunds`, {
      token: store.keys.secret,
      body: { amount: 500 },
    })
    expect([refund.status, refund.body.status]).toEqual([201, 'succeeded'])
    const read = await service.call<MerchantOrder>('GET', `/v1/orders/${order?.orderNumber}`, {
      token: store.keys.secret,
    })
    expect(read.body.refunds).toEqual([refund.body])
  })

  test('a test store takes what the test provider takes: amounts below Stripe’s least, too', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const cheap = { name: 'Pin', price: 1, variants: [{ stock: 5 }] }
    const put = (store: TestStore) =>
      service.platform('PUT', `/stores/${store.id}/products/pin`, cheap)
    expect((await put(testing)).status).toBe(200)
    expectError(await put(live), 400, 'invalid_request', /^price: /)
    const id = await aSession(service, testing, { items: [{ product: 'pin' }] })
    expect((await (await aBuyer(service, id)).pay()).body.status).toBe('complete')
  })

  test('Stripe’s most of a currency is the most of a live store’s prices, fees and totals', async () => {
    const most = 999_999_999_999
    const priceOf = (store: TestStore, price: number) =>
      service.platform('PUT', `/stores/${store.id}/products/mug`, {
        name: 'Mug',
        price,
        variants: [{ stock: 100 }],
      })
    const feeOf = (store: TestStore, fee: number) =>
      service.platform('PATCH', `/stores/${store.id}`, {
        deliveryOptions: [{ id: 'far', name: 'Far', fee }],
      })
    for (const fields of [
      { currency: 'EUR', most: 99_999_999 },
      { currency: 'IDR', most },
    ]) {
      const { currency, most } = fields
      const store = await aShop({ currency })
      const tooMuch = new RegExp(
        `: must be at most ${most}.*in ${currency}$|: must be at most ${most}$`,
      )
      for (const write of [priceOf, feeOf]) {
        expectError(await write(store, most + 1), 400, 'invalid_request', tooMuch)
        expect((await write(store, most)).status).toBe(200)
      }
      const deliveryOptions = [{ id: 'far', name: 'Far', fee: most + 1 }]
      const wanted = { ...LIVE, name: 'Loom', plan: 'pro', currency, deliveryOptions }
      expectError(
        await service.platform('POST', '/stores', wanted),
        400,
        'invalid_request',
        tooMuch,
      )
    }
  })

  test('the platform ends the time of a test store’s sessions, and not that of a live one’s', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const end = (sessionId: string) =>
      service.platform('POST', '/test-provider/expire-session', { sessionId })
    expect((await end(await aSession(service, testing))).body).toEqual({ status: 'expired' })
    const open = await aSession(service, live)
    expectError(await end(open), 404, 'session_not_found')
    expect((await readSession(service, live, open)).body.status).toBe('open')
  })
})

describe('contract §4: a test store says so', () => {
  test('a test store says so on the hosted page and in the element, in every state', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const [open, paid, expired] = [
      await aSession(service, testing),
      await aSession(service, testing),
      await aSession(service, testing),
    ]
    await (await aBuyer(service, paid)).pay()
    await service.platform('POST', '/test-provider/expire-session', { sessionId: expired })
    for (const id of [open, paid, expired]) {
      expect(await page(`${service.checkoutUrl}/${id}`)).toMatch(TEST_NAME)
      expect(await viewOf(id)).toMatchObject({
        store: { name: 'Loom & Co (test)', test: true },
        payment: { provider: 'test' },
      })
    }
    const real = await aSession(service, live)
    expect(await page(`${service.checkoutUrl}/${real}`)).not.toMatch(TEST_NAME)
    const view = await viewOf(real)
    expect(view.store).not.toHaveProperty('test')
    expect(view.payment).toMatchObject({ provider: 'stripe', publishableKey: 'pk_test_1' })
  })

  test('a test store says so in the frame with the card fields, which is Stripe’s for a live one', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const frame = async (store: TestStore) =>
      page(`${service.paymentFrameUrl}/${await aSession(service, store)}`)
    const [tested, real] = [await frame(testing), await frame(live)]
    expect(tested).toMatch(TEST_STORE)
    expect(tested).toContain('name="cardnumber"')
    expect(real).not.toMatch(TEST_STORE)
    expect(real).toContain('pk_test_1')
  })

  test('a test store says so on every store page, and in the mails to its owners', async () => {
    const [testing, live] = [await aTestShop(), await aShop()]
    const { browser } = await aColleague(service, sql, { store: testing, role: 'owner' })
    for (const path of ['/', '/orders', '/products', '/sessions', '/settings/developers'])
      expect((await browser.open(path)).text).toMatch(TEST_STORE)
    expect((await browser.open('/settings/developers')).text).toContain(
      `sk_test_…${testing.keys.secret.slice(-4)}`,
    )
    const other = await aColleague(service, sql, { store: live, role: 'owner' })
    expect((await other.browser.open('/')).text).not.toMatch(TEST_STORE)
    await service.platform('POST', `/stores/${testing.id}/keys/secret/regenerate`)
    await expect.poll(() => service.log()).toMatch(/\[Test store\] The secret key of/)
  })
})
