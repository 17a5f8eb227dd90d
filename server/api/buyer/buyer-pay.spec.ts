import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { StoreOrderList } from '../../contract/platform/platform-orders.ts'
import type { TestPaymentList } from '../../contract/test-provider.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aPayRequest,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  countStatuses,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { inMinutes } from '../../testing/moments.ts'
import { keepBankSilent } from '../../testing/bank/silent-bank.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService({ clocks: createTestClocks() })

afterAll(() => expectInvariants(sql))

async function aShop(product: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  await aProduct(service, store, product)
  return store
}

async function aCheckout(body: Record<string, unknown> = {}, shop?: TestStore) {
  const store = shop ?? (await aShop())
  const id = await aSession(service, store, body)
  return { store, id, buyer: await aBuyer(service, id) }
}

const ledgerOf = async ({ id }: TestStore) =>
  (
    await service.platform<TestPaymentList>('GET', `/test-provider/payments?store=${id}`)
  ).body.data.map(({ status, amount }) => ({ status, amount }))

describe('contract §5: pay', () => {
  test('pay answers 200 with the order, the same that the merchant reads and the store has', async () => {
    const { store, id, buyer } = await aCheckout({ items: [{ product: 'mug', quantity: 2 }] })
    const { status, body } = await buyer.pay()
    expect({ status, keys: Object.keys(body) }).toEqual({ status: 200, keys: ['status', 'order'] })
    const { body: session } = await readSession(service, store, id)
    expect(session).toEqual({ status: 'complete', order: 'order' in body ? body.order : null })
    expect(
      (await service.platform<StoreOrderList>('GET', `/stores/${store.id}/orders`)).body.data,
    ).toMatchObject([{ ...session.order, sessionId: id }])
    expect(await stockOf(service, store)).toEqual([8])
    expect(await ledgerOf(store)).toEqual([{ status: 'captured', amount: 3980 }])
  })

  test.each([
    ['post', 450],
    ['express', 1200],
  ])('the delivery option %s adds its fee to the total', async (option, fee) => {
    const store = await aShop(
      { price: 1000 },
      {
        deliveryOptions: [
          { id: 'post', name: 'Post', fee: 450 },
          { id: 'express', name: 'Express', fee: 1200 },
        ],
      },
    )
    const { buyer } = await aCheckout({}, store)
    const { body } = await buyer.pay({
      fulfillment: { method: 'DELIVERY', option, details: '1 Elm Street' },
    })
    expect(body).toMatchObject({
      order: {
        amountTotal: 1000 + fee,
        fulfillment: { details: `${option === 'post' ? 'Post' : 'Express'}, 1 Elm Street`, fee },
      },
    })
    expect(await ledgerOf(store)).toEqual([{ status: 'captured', amount: 1000 + fee }])
  })

  test('large amounts stay exact when they are paid and refunded', async () => {
    const store = await aShop(
      { price: 999_999_999_999, variants: [{ stock: 100 }] },
      { deliveryOptions: [{ id: 'standard', name: 'X', fee: 999_999_999_999 }] },
    )
    const { buyer } = await aCheckout({ items: [{ product: 'mug', quantity: 100 }] }, store)
    const { body } = await buyer.pay()
    expect(body).toMatchObject({ order: { amountTotal: 100_999_999_999_899 } })
    const orderNumber = body.status === 'complete' ? body.order.orderNumber : ''
    const refund = await service.call('POST', `/v1/orders/${orderNumber}/refunds`, {
      token: store.keys.secret,
      body: { amount: 100_999_999_999_898 },
    })
    expect(refund).toMatchObject({ status: 201, body: { amount: 100_999_999_999_898 } })
    expect(await ledgerOf(store)).toMatchObject([{ amount: 100_999_999_999_899 }])
  })

  test.each([
    [CARDS.declined, 'declined'],
    [CARDS.insufficientFunds, 'insufficient funds'],
    ['unknown method', 'declined'],
  ])(
    'paying with %s answers 402 payment_declined, charges nothing; another card may follow',
    async (card, reason) => {
      const { store, id, buyer } = await aCheckout()
      const answer =
        card === 'unknown method'
          ? await buyer.payWith('pm_test_unknown')
          : await buyer.pay({ card })
      expectError(answer, 402, 'payment_declined', new RegExp(`${reason}.*[Nn]othing was charged`))
      expect(await stockOf(service, store)).toEqual([10])
      expect((await readSession(service, store, id)).body).toEqual({ status: 'open', order: null })
      expect((await buyer.pay()).status).toBe(200)
      expect(await ledgerOf(store)).toEqual([
        { status: 'captured', amount: 1990 },
        { status: 'declined', amount: 1990 },
      ])
    },
  )

  test('after five attempts the session takes no further card, not even a good one', async () => {
    const { store, buyer } = await aCheckout()
    for (let count = 0; count < 5; count += 1)
      expectError(await buyer.pay({ card: CARDS.declined }), 402, 'payment_declined', /^Your card/)
    expectError(await buyer.pay(), 402, 'payment_declined', /^Too many tries/)
    expect(await ledgerOf(store)).toHaveLength(5)
    const { body: view } = await buyer.send<CheckoutView>('GET', 'view')
    expect(view.attempt).toMatchObject({ status: 'failed', code: 'too_many_attempts' })
  })

  test('pay answers 409 sold_out when the stock went while the page was open', async () => {
    const store = await aShop({ variants: [{ stock: 1 }] })
    const [first, second] = [await aCheckout({}, store), await aCheckout({}, store)]
    expect((await first.buyer.pay()).status).toBe(200)
    expectError(await second.buyer.pay(), 409, 'sold_out', /^Mug is sold out/)
    expect((await readSession(service, store, second.id)).body.status).toBe('open')
    expect(await ledgerOf(store)).toHaveLength(1)
  })

  test('pay answers 409 insufficient_stock when fewer are left than the session has', async () => {
    const store = await aShop({ variants: [{ stock: 5 }] })
    const { buyer } = await aCheckout({ items: [{ product: 'mug', quantity: 4 }] }, store)
    await service.platform('POST', `/stores/${store.id}/products/mug/stock`, { delta: -2 })
    expectError(await buyer.pay(), 409, 'insufficient_stock', /\b3 left\b/, { left: 3 })
    expect(await ledgerOf(store)).toEqual([])
  })

  test('pay answers 409 session_expired, and no attempt is made', async () => {
    const { store, id, buyer } = await aCheckout()
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    expectError(await buyer.pay(), 409, 'session_expired', /not charged/)
    expect(await ledgerOf(store)).toEqual([])
  })

  test('pay answers 409 session_complete: a second payment is not taken', async () => {
    const { store, buyer } = await aCheckout()
    await buyer.pay()
    expectError(await buyer.pay(), 409, 'session_complete', /paid already/)
    expect(await ledgerOf(store)).toHaveLength(1)
  })

  test('pay answers 409 payment_in_progress while a payment is under way', async () => {
    const { store, buyer } = await aCheckout()
    expect((await buyer.pay({ card: CARDS.challenge })).status).toBe(202)
    expectError(await buyer.pay(), 409, 'payment_in_progress', /under way/)
    expect(await ledgerOf(store)).toEqual([])
    expect(await stockOf(service, store)).toEqual([9])
  })

  test('a lost answer to the capture is 202 processing; the outcome is found and charged once', async () => {
    const { store, id, buyer } = await aCheckout()
    expect(await buyer.pay({ card: CARDS.capturedThenLost })).toMatchObject({
      status: 202,
      body: { status: 'processing' },
    })
    expectError(await buyer.pay(), 409, 'payment_in_progress')
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status, { interval: 100 })
      .toBe('complete')
    expect(await ledgerOf(store)).toEqual([{ status: 'captured', amount: 1990 }])
  })

  test('pay answers 202 processing before a slow bank; the session is open until it is complete', async () => {
    const bank = await keepBankSilent(sql)
    const { store, id, buyer } = await aCheckout()
    expect(await buyer.pay({ card: CARDS.slow })).toMatchObject({
      status: 202,
      body: { status: 'processing' },
    })
    expect((await readSession(service, store, id)).body).toEqual({ status: 'open', order: null })
    await bank.answer()
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status, { interval: 100 })
      .toBe('complete')
    expect(await ledgerOf(store)).toEqual([{ status: 'captured', amount: 1990 }])
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an amount', { amount: 1 }, /^amount: is not a known field$/],
    ['a status', { status: 'complete' }, /^status: is not a known field$/],
    [
      'a total in the delivery',
      { fulfillment: { method: 'DELIVERY', option: 'standard', details: 'x', fee: 0 } },
      /^fulfillment\.fee: is not a known field$/,
    ],
    ['no name', { customer: { phone: '1234567' } }, /^customer\.name: is required$/],
    [
      'a blank name',
      { customer: { name: ' ', phone: '1234567' } },
      /^customer\.name: must not be empty$/,
    ],
    [
      'a phone without digits',
      { customer: { name: 'Ana', phone: 'call me' } },
      /^customer\.phone: must be a phone number of 7 to 15 digits$/,
    ],
    [
      'words around a phone',
      { customer: { name: 'Ana', phone: 'call me 1234567' } },
      /^customer\.phone: must be a phone number of 7 to 15 digits$/,
    ],
    [
      'a phone of 16 digits',
      { customer: { name: 'Ana', phone: '1'.repeat(16) } },
      /^customer\.phone: /,
    ],
    [
      'a bad email',
      { customer: { name: 'Ana', phone: '1234567', email: 'ana' } },
      /^customer\.email: /,
    ],
    [
      'no details',
      { fulfillment: { method: 'DELIVERY', option: 'standard' } },
      /^fulfillment\.details: is required$/,
    ],
    [
      'details of 501 characters',
      { fulfillment: { method: 'DELIVERY', option: 'standard', details: 'x'.repeat(501) } },
      /^fulfillment\.details: /,
    ],
    [
      'another method',
      { fulfillment: { method: 'PICKUP', option: 'standard', details: 'x' } },
      /^fulfillment\.method: must be DELIVERY$/,
    ],
    [
      'an unknown option',
      { fulfillment: { method: 'DELIVERY', option: 'free', details: 'x' } },
      /^fulfillment\.option: must be one of standard$/,
    ],
    ['no payment method', { paymentMethod: undefined }, /^paymentMethod: is required$/],
    ['no moment', { payBefore: 'soon' }, /^payBefore: /],
    [
      'a moment that has passed',
      { payBefore: inMinutes(-1).toISOString() },
      /^payBefore: has passed\. Nothing was charged/,
    ],
  ])('pay answers 400 invalid_request for %s, and nothing happens', async (_, fields, message) => {
    const { store, buyer } = await aCheckout()
    const request = { ...aPayRequest(), paymentMethod: await aPaymentMethod(service), ...fields }
    expectError(await buyer.send('POST', 'pay', request), 400, 'invalid_request', message)
    expect(await stockOf(service, store)).toEqual([10])
    expect(await ledgerOf(store)).toEqual([])
  })

  test('a payBefore that is still to come changes nothing', async () => {
    const { buyer } = await aCheckout()
    const payBefore = inMinutes(60).toISOString()
    expect(await buyer.pay({ payBefore })).toMatchObject({ status: 200 })
  })

  test.each(['+34 (600) 123-456', '１２３４５６７８', '٠١٢٣٤٥٦٧٨٩'])(
    'pay takes the phone %s, and the view masks it',
    async (phone) => {
      const { buyer } = await aCheckout()
      const answer = await buyer.pay({ customer: { name: 'Ana', phone } })
      expect(answer, answer.text).toMatchObject({
        status: 200,
        body: { order: { customer: { phone } } },
      })
      const { body } = await buyer.send<CheckoutView>('GET', 'view')
      expect(body.order?.customer.phone).toMatch(/^\P{Nd}+$/u)
    },
  )

  test('pay answers 413, 415 and malformed JSON as everywhere', async () => {
    const { buyer, id } = await aCheckout()
    const pay = (text: string, type = 'application/json') =>
      call('POST', `${service.checkoutUrl}/${id}/pay`, {
        token: buyer.token,
        text,
        headers: { ...buyer.headers, 'content-type': type },
      })
    expectError(await pay(`{"a":"${'x'.repeat(17_000)}"}`), 413, 'payload_too_large')
    expectError(await pay('{}', 'text/plain'), 415, 'unsupported_media_type')
    expectError(await pay('{'), 400, 'invalid_request', /^body: /)
  })

  test('pay answers 429 rate_limited when one session is asked for too often; no other suffers', async () => {
    const store = await aShop()
    const [id, other] = [await aSession(service, store), await aSession(service, store)]
    const ask = (sessionId: string) =>
      call('POST', `${service.checkoutUrl}/${sessionId}/token`, { body: {} })
    const answers = await Promise.all(Array.from({ length: 300 }, () => ask(id)))
    expect(countStatuses(answers)).toEqual({ 200: 200, 429: 100 })
    const refused = answers.filter(({ status }) => status === 429)
    for (const answer of refused) expectError(answer, 429, 'rate_limited')
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await ask(other)).status).toBe(200)
  })

  test('buyers do not use up the limit of an API key', async () => {
    const strict = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { RATE_LIMIT_BURST: '1', RATE_LIMIT_PER_SECOND: '1' },
    })
    try {
      const url = `${strict.checkoutUrl}/${await aSession(service, await aShop())}/token`
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call('POST', url, { body: {} })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    } finally {
      await strict.stop()
    }
  })
})
