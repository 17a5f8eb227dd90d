import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import type { MerchantOrder, Refund } from '../../contract/merchant-orders.ts'
import { type TestStore, aStore, countStatuses, eventsOf } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague } from '../../testing/store/store-browser.ts'
import { anOrder } from '../../testing/store/store-builders.ts'
import { type ServiceClient, startTestService } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService()
const second = await startTestService({ databaseUrl: service.databaseUrl })

afterAll(() => second.stop())
afterEach(() => expectInvariantsAtRest(sql))

/** An order of 19.90. */
async function aPaidOrder() {
  const store = await aStore(service)
  return { store, orderNumber: await anOrder(service, store) }
}

type RefundCall = { key?: string; body?: unknown; at?: ServiceClient }

const refund = (
  { store, orderNumber }: { store: TestStore; orderNumber: string },
  { key, body = {}, at = service }: RefundCall = {},
) =>
  at.call<Refund & ErrorEnvelope>('POST', `/v1/orders/${orderNumber}/refunds`, {
    token: store.keys.secret,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

const orderOf = async ({ store, orderNumber }: { store: TestStore; orderNumber: string }) =>
  (
    await service.call<MerchantOrder>('GET', `/v1/orders/${orderNumber}`, {
      token: store.keys.secret,
    })
  ).body

/** What the bank has given back of the store's payments, the oldest payment first. */
const givenBack = async (store: TestStore) =>
  (
    await sql.rows<{ refunded: number }>(
      `select p.refunded::integer from test_provider.payments p
      join payment_attempts a on a.id = p.attempt_id where a.store_id = $1 order by a.created_at`,
      [store.id],
    )
  ).map(({ refunded }) => refunded)

describe('contract §3: a refund by the API', () => {
  test('a refund gives back what is asked for, and stands in the order', async () => {
    const order = await aPaidOrder()
    const answer = await refund(order, { body: { amount: 490 } })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^rf_[0-9A-Za-z]{24}$/),
        amount: 490,
        status: 'succeeded',
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    ])
    expect((await orderOf(order)).refunds).toEqual([answer.body])
    expect(await givenBack(order.store)).toEqual([490])
  })

  test('a refund without an amount, or without a body, gives back all that is left', async () => {
    const order = await aPaidOrder()
    await refund(order, { body: { amount: 1_000 } })
    expect((await refund(order)).body.amount).toBe(990)
    const whole = await aPaidOrder()
    const answer = await service.call<Refund>('POST', `/v1/orders/${whole.orderNumber}/refunds`, {
      token: whole.store.keys.secret,
    })
    expect([answer.status, answer.body.amount]).toEqual([201, 1_990])
  })

  test('a refund is an event of the store, once it has succeeded', async () => {
    const order = await aPaidOrder()
    await refund(order, { body: { amount: 490 } })
    expect(await eventsOf(service, order.store, 'order.refunded')).toEqual([
      { sessionId: expect.any(String), orderNumber: order.orderNumber },
    ])
  })

  test('a refund of more than is left is refused, and nothing is given back', async () => {
    const order = await aPaidOrder()
    expectError(await refund(order, { body: { amount: 1_991 } }), 409, 'refund_too_large', /1990/)
    await refund(order, { body: { amount: 1_500 } })
    expectError(await refund(order, { body: { amount: 491 } }), 409, 'refund_too_large', /490/)
    await refund(order)
    expectError(await refund(order), 409, 'refund_too_large', /Nothing/)
    expect(await givenBack(order.store)).toEqual([1_990])
  })

  test('a refund of disputed money is refused with the reason, at the test bank, too', async () => {
    const order = await aPaidOrder()
    const [paid] = await eventsOf(service, order.store, 'checkout.session.completed')
    const bankDoes = (act: string, fields: object = {}) =>
      service.platform<ErrorEnvelope>('POST', `/test-provider/${act}`, {
        sessionId: paid?.sessionId,
        ...fields,
      })
    await bankDoes('dispute', { amount: 1_500 })
    expectError(
      await refund(order, { body: { amount: 491 } }),
      409,
      'payment_disputed',
      /^The buyer’s bank disputes this payment\. The buyer says that somebody else paid with the card\. Only 490 \(EUR, in its minor unit\) is left to refund of this order\.$/,
    )
    expectError(await bankDoes('refund', { amount: 1 }), 409, 'payment_disputed', /disputes/)
    await bankDoes('dispute', { state: 'lost' })
    expectError(await refund(order, { body: { amount: 491 } }), 409, 'payment_disputed', /through/)
    expectError(await bankDoes('refund', { amount: 1 }), 409, 'payment_disputed', /through/)
    await bankDoes('dispute', { state: 'won' })
    expect((await refund(order)).body).toMatchObject({ amount: 1_990, status: 'succeeded' })
    expectError(await bankDoes('dispute'), 400, 'invalid_request', /no such money/)
  })

  test('a refund that the bank refuses has failed, and its amount is free again', async () => {
    const order = await aPaidOrder()
    await sql.rows(
      `update test_provider.payments p set refunded = p.amount from payment_attempts a
      where a.id = p.attempt_id and a.store_id = $1`,
      [order.store.id],
    )
    const answer = await refund(order, { body: { amount: 490 } })
    expect([answer.status, answer.body.status]).toEqual([201, 'failed'])
    await sql.rows(
      `update test_provider.payments p set refunded = 0 from payment_attempts a
      where a.id = p.attempt_id and a.store_id = $1`,
      [order.store.id],
    )
    expect((await refund(order)).body).toMatchObject({ amount: 1_990, status: 'succeeded' })
    expect((await orderOf(order)).refunds.map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
    ])
  })

  test.each([
    [{ amount: 0 }, /^amount: /],
    [{ amount: -1 }, /^amount: /],
    [{ amount: 1.5 }, /^amount: /],
    [{ amount: '490' }, /^amount: /],
    [{ amount: null }, /^amount: /],
    [{ amount: 2 ** 53 }, /^amount: /],
    [{ reason: 'x' }, /^reason: /],
    [[], /^body: /],
  ])('a refund of %j is refused', async (body, reason) => {
    const order = await aPaidOrder()
    expectError(await refund(order, { body }), 400, 'invalid_request', reason)
    expect((await orderOf(order)).refunds).toEqual([])
  })

  test('a refund is the secret key’s in the audit log and on the order’s page', async () => {
    const order = await aPaidOrder()
    const { body } = await refund(order, { body: { amount: 490 } })
    expect(
      await sql.rows('select actor, action, details from audit_log where subject = $1', [
        order.orderNumber,
      ]),
    ).toEqual([
      {
        actor: 'secret_key',
        action: 'order.refunded',
        details: { refund: body.id, amount: 490, currency: 'EUR', returnedUnits: 0 },
      },
    ])
    const { browser } = await aColleague(service, sql, { store: order.store, role: 'owner' })
    const page = await browser.open(`/orders/${order.orderNumber}`)
    expect(textOf(page)).toMatch(/Refund of €4\.90 requested.*By your program, with the secret key/)
    expect((await browser.open('/settings/audit-log')).text).toMatch(
      /Your program, with the secret key/,
    )
  })
})

describe('contract §3: refunds that come twice', () => {
  test('two refunds of all of it, in two processes at once, are one', async () => {
    const order = await aPaidOrder()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        refund(order, { at: index % 2 === 0 ? service : second }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 9 })
    expect(await givenBack(order.store)).toEqual([1_990])
  })

  test('refunds with one key, in two processes at once, are one, with the same answer for all', async () => {
    const order = await aPaidOrder()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        refund(order, {
          key: 'return-1',
          body: { amount: 490 },
          at: index % 2 === 0 ? service : second,
        }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 10 })
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await givenBack(order.store)).toEqual([490])
    expect((await orderOf(order)).refunds).toHaveLength(1)
  })

  test('a repeated refund of the rest, with one key, gets the first answer: nothing is left', async () => {
    const order = await aPaidOrder()
    const first = await refund(order, { key: 'return-2' })
    expect((await refund(order, { key: 'return-2', at: second })).text).toBe(first.text)
    expect(await givenBack(order.store)).toEqual([1_990])
  })

  test('a refund with a key that was used for another amount, order or call is refused', async () => {
    const order = await aPaidOrder()
    const other = { ...order, orderNumber: await anOrder(service, order.store) }
    await refund(order, { key: 'return-3', body: { amount: 1 } })
    for (const again of [
      await refund(order, { key: 'return-3', body: { amount: 2 } }),
      await refund(other, { key: 'return-3', body: { amount: 1 } }),
      await service.call('POST', `/v1/orders/${order.orderNumber}/fulfill`, {
        token: order.store.keys.secret,
        headers: { 'idempotency-key': 'return-3' },
      }),
      await service.call('POST', '/v1/checkout/sessions', {
        token: order.store.keys.secret,
        body: { items: [{ product: 'mug' }] },
        headers: { 'idempotency-key': 'return-3' },
      }),
    ])
      expectError(again, 400, 'invalid_request', /^Idempotency-Key: /)
    expect(await givenBack(order.store)).toEqual([1, 0])
    expect((await orderOf(order)).fulfilledAt).toBeNull()
  })

  test('a refused refund keeps no key', async () => {
    const order = await aPaidOrder()
    const asked = { key: 'return-4', body: { amount: 2_000 } }
    expectError(await refund(order, asked), 409, 'refund_too_large')
    expect((await refund(order, { ...asked, body: { amount: 1 } })).status).toBe(201)
  })

  test('two refunds without a key are two', async () => {
    const order = await aPaidOrder()
    await refund(order, { body: { amount: 5 } })
    await refund(order, { body: { amount: 5 } })
    expect(await givenBack(order.store)).toEqual([10])
  })
})
