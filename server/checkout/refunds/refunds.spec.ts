import { describe, expect, test } from 'vitest'
import { settleRefund } from './refund-order.ts'
import { receiveNotification } from '../payments/receive-notification.ts'
import { signTestNotification } from '../../payments/test/test-notifications.ts'
import { now } from '../../testing/moments.ts'
import { openRefundSuite, succeeded } from '../../testing/bank/refund-suite.ts'
import { UNKNOWN, refusalOf } from '../../testing/bank/refund-world.ts'

const { world, aHangingRefund, aPaidOrder, bankOf, recordOf, recoverNow, refund } =
  await openRefundSuite()

describe('decision 39: a refund of a paid order', () => {
  test('a refund gives all of an order back, and the order stays complete', async () => {
    const order = await aPaidOrder()
    const before = await order.read()
    expect(await refund(order.orderNumber, { amount: 2450, reason: 'Broken' })).toEqual(
      succeeded({
        orderNumber: order.orderNumber,
        amount: 2450,
        currency: 'EUR',
        reason: 'Broken',
        requestedBy: 'owner@shop.example',
        id: expect.stringMatching(/^rf_[0-9A-Za-z]{24}$/),
      }),
    )
    expect(await bankOf(order.id)).toEqual({ status: 'refunded', refunded: 2450 })
    expect(await order.read()).toEqual(before)
    expect(
      await world.sql.rows(
        'select actor, action, details, address from audit_log where subject = $1',
        [order.orderNumber],
      ),
    ).toEqual([
      {
        actor: 'owner@shop.example',
        action: 'order.refunded',
        address: '192.0.2.1',
        details: {
          refund: expect.stringMatching(/^rf_/),
          amount: 2450,
          currency: 'EUR',
          returnedUnits: 0,
        },
      },
    ])
    expect((await world.attemptOf(order.id)).state).toBe('captured')
  })

  test('refunds give a part of an order back, then another one, then what is left', async () => {
    const order = await aPaidOrder()
    for (const [amount, refunded] of [
      [1000, 1000],
      [450, 1450],
      [1000, 2450],
    ] as const) {
      expect(await refund(order.orderNumber, { amount })).toEqual(succeeded({ amount }))
      expect(await bankOf(order.id)).toEqual({
        status: refunded === 2450 ? 'refunded' : 'captured',
        refunded,
      })
    }
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 2450,
      states: ['succeeded', 'succeeded', 'succeeded'],
    })
  })

  test('a refund of more than is left is refused with what is left, and the bank hears nothing', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, { amount: 2000 })
    expect(await refusalOf(refund(order.orderNumber, { amount: 451 }))).toEqual({
      reason: 'more_money_than_left',
      left: 450,
      currency: 'EUR',
    })
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 2000,
      amounts: [2000],
    })
    expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: 2000 })
  })

  test('a refund of another store’s order, or of none, is not found', async () => {
    const order = await aPaidOrder()
    expect(await refusalOf(refund(order.orderNumber, { storeId: 'st_other' }))).toEqual({
      reason: 'order_not_found',
    })
    expect(await refusalOf(refund('AAAAA-00000'))).toEqual({ reason: 'order_not_found' })
    expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: 0 })
  })

  test('a refund of an order that another provider was paid for is refused', async () => {
    const order = await aPaidOrder()
    const as = world.withProvider({ name: 'stripe' })
    expect(await refusalOf(refund(order.orderNumber, { as }))).toEqual({
      reason: 'other_provider',
      provider: 'test',
    })
    expect(await recordOf(order.orderNumber)).toMatchObject({ refunded: 0, states: [] })
  })

  test.each([0, -1, 0.5])('a refund of %j cannot be written down', async (amount) => {
    const order = await aPaidOrder()
    await expect(refund(order.orderNumber, { amount })).rejects.toThrow(/check|integer|bigint/)
    expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: 0 })
  })

  test('a refund is not begun again by a notification of its payment', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, { amount: 2450 })
    const { body, headers } = signTestNotification(
      { id: `evt_${order.id}`, attempt: order.attempt.id },
      { secret: Buffer.alloc(32, 7), now: now() },
    )
    await receiveNotification(world.deps, body, headers)
    expect((await world.attemptOf(order.id)).state).toBe('captured')
    expect(
      await world.sql.rows('select kind from reconciliation_breaks where attempt_id = $1', [
        order.attempt.id,
      ]),
    ).toEqual([])
  })
})

describe('decision 39: units that come back with a refund', () => {
  test('returned units are in stock when the money is back, and never more than were sold', async () => {
    const order = await aPaidOrder()
    expect(await order.stock()).toBe(8)
    await refund(order.orderNumber, { amount: 1000, returnedUnits: 1 })
    expect(await order.stock()).toBe(9)
    expect(await refusalOf(refund(order.orderNumber, { amount: 1, returnedUnits: 2 }))).toEqual({
      reason: 'more_units_than_left',
      left: 1,
    })
    await refund(order.orderNumber, { amount: 1000, returnedUnits: 1 })
    expect(await order.stock()).toBe(10)
    expect(await recordOf(order.orderNumber)).toMatchObject({ refunded: 2000, returned: 2 })
    expect(
      await world.sql.rows(
        `select delta, actor from stock_changes where order_number = $1 and reason = 'refund_return'`,
        [order.orderNumber],
      ),
    ).toEqual(Array(2).fill({ delta: '1', actor: 'owner@shop.example' }))
  })

  test('returned units stay sold when the refund fails', async () => {
    const order = await aPaidOrder()
    const as = world.withProvider({
      refundPart: async () => ({ type: 'failed', code: 'insufficient_funds' }),
    })
    const failed = await refund(order.orderNumber, { as, returnedUnits: 2 })
    expect(failed).toMatchObject({ state: 'failed', failureCode: 'insufficient_funds' })
    expect(world.log()).toMatch(new RegExp(`${failed.id}.*"failed".*order\\.refund\\.settled`))
    expect(await order.stock()).toBe(8)
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 0,
      returned: 0,
      states: ['failed'],
    })
  })

  test('returned units are not in stock while the refund is pending', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
      returnedUnits: 2,
    })
    expect(await order.stock()).toBe(8)
    await recoverNow()
    expect(await order.stock()).toBe(10)
  })
})

describe('decision 39: the same form', () => {
  test('the same refund form sent five times at once refunds once', async () => {
    const order = await aPaidOrder()
    const form = { amount: 400, returnedUnits: 1, reason: 'Late', idempotencyKey: 'nonce' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(order.orderNumber, form)),
    )
    const refundIds = new Set(answers.map(({ id }) => id))
    expect(refundIds.size).toBe(1)
    expect(await refund(order.orderNumber, form)).toEqual(
      succeeded({ id: [...refundIds][0], amount: 400 }),
    )
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 400,
      returned: 1,
      amounts: [400],
    })
    expect(await bankOf(order.id)).toMatchObject({ refunded: 400 })
    expect(await order.stock()).toBe(9)
  })

  test.each([
    { amount: 401 },
    { amount: 399 },
    { returnedUnits: 2 },
    { returnedUnits: 0 },
    { reason: 'Another' },
  ])('the same refund form with another content, %j, is refused', async (change) => {
    const order = await aPaidOrder()
    const form = { amount: 400, returnedUnits: 1, idempotencyKey: 'nonce' }
    await refund(order.orderNumber, form)
    expect(await refusalOf(refund(order.orderNumber, { ...form, ...change }))).toEqual({
      reason: 'other_request',
    })
    expect(await recordOf(order.orderNumber)).toMatchObject({ amounts: [400] })
  })

  test('the same refund form for another order is another refund', async () => {
    const [one, other] = [await aPaidOrder(), await aPaidOrder()]
    for (const { orderNumber } of [one, other])
      await refund(orderNumber, { idempotencyKey: 'nonce' })
    expect([await bankOf(one.id), await bankOf(other.id)]).toMatchObject([
      { refunded: 500 },
      { refunded: 500 },
    ])
  })
})

describe('decision 39: refunds at the same moment', () => {
  test('refunds of one order at the same moment never give back more than was paid', async () => {
    const order = await aPaidOrder()
    const refusals = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalOf(refund(order.orderNumber, { amount: 400, returnedUnits: 0 })),
      ),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(6)
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 2400,
      states: Array(6).fill('succeeded'),
    })
    expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: 2400 })
  })

  test('refunds at the same moment never put more units back than were sold', async () => {
    const order = await aPaidOrder()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalOf(refund(order.orderNumber, { amount: 1, returnedUnits: 1 })),
      ),
    )
    expect(await order.stock()).toBe(10)
    expect(await bankOf(order.id)).toMatchObject({ refunded: 2 })
  })
})

describe('decision 39: processes that hear of a refund at the same moment', () => {
  test('processes that hear of a refund at the same moment settle and tell it once', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: false, returnedUnits: 1 })
    const [pending] = await world.sql.rows<{ id: string }>(
      "select id from order_refunds where state = 'pending'",
    )
    const refundId = pending?.id ?? ''
    const { promise: allHaveAsked, resolve } = Promise.withResolvers<undefined>()
    let asked = 0
    const as = world.withProvider({
      async refundPart(attempt, part) {
        const outcome = await world.bank.refundPart(attempt, part)
        asked += 1
        if (asked === 8) resolve(undefined)
        await allHaveAsked
        return outcome
      },
    })
    const settled = await Promise.all(Array.from({ length: 8 }, () => settleRefund(as, refundId)))
    expect(settled.map(({ state }) => state)).toEqual(Array(8).fill('succeeded'))
    expect(
      world
        .log()
        .split('\n')
        .filter((line) => line.includes(refundId)),
    ).toHaveLength(1)
    expect(await order.stock()).toBe(9)
  })
})
