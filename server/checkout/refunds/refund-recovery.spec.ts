import { describe, expect, test } from 'vitest'
import { followUpRefunds } from './refund-order.ts'
import { openRefundSuite, succeeded } from '../../testing/bank/refund-suite.ts'
import { UNKNOWN, refusalOf } from '../../testing/bank/refund-world.ts'

const { world, aHangingRefund, aPaidOrder, bankOf, recordOf, recoverNow, refund } =
  await openRefundSuite()

describe('decision 39: a provider that does not say what became of a refund', () => {
  test('a refund without an answer stays pending, its money reserved, until recovery finds out', async () => {
    const order = await aPaidOrder()
    const as = world.withProvider({
      async refundPart(attempt, part) {
        await world.bank.refundPart(attempt, part)
        return UNKNOWN
      },
    })
    expect(await refund(order.orderNumber, { as, amount: 2000 })).toMatchObject({
      state: 'pending',
    })
    expect(await refusalOf(refund(order.orderNumber, { amount: 500 }))).toMatchObject({
      left: 450,
    })
    await Promise.all([recoverNow(), recoverNow(), recoverNow()])
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 2000,
      states: ['succeeded'],
    })
    expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: 2000 })
  })

  test('a refund without an answer is asked for again later each time', async () => {
    const order = await aPaidOrder()
    const as = world.withProvider({ refundPart: async () => UNKNOWN })
    await refund(order.orderNumber, { as })
    for (const seconds of [2, 4, 8]) {
      const [before] = await world.sql.rows<{ at: Date }>('select clock_timestamp() as at')
      await recoverNow(as)
      const [row] = await world.sql.rows<{ fromBefore: boolean; fromNow: boolean }>(
        `
        select next_check_at >= $1::timestamptz + $2 * interval '1 second' as "fromBefore",
          next_check_at <= clock_timestamp() + $2 * interval '1 second' as "fromNow" from order_refunds where state = 'pending'`,
        [before?.at, seconds],
      )
      expect(row).toEqual({ fromBefore: true, fromNow: true })
    }
    await recoverNow()
  })

  test('a refund without an answer may be settled by notification', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
    })
    await followUpRefunds(world.deps, order.attempt.id)
    expect(await recordOf(order.orderNumber)).toMatchObject({ states: ['succeeded'] })
  })

  test('a refund that fails after no answer frees what was reserved, and may be asked for again', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
      amount: 2450,
    })
    await recoverNow(
      world.withProvider({
        refundPart: async () => ({ type: 'failed', code: 'expired_or_canceled_card' }),
      }),
    )
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 0,
      states: ['failed'],
      failures: ['expired_or_canceled_card'],
    })
    expect(await refund(order.orderNumber, { amount: 2450 })).toEqual(succeeded({ amount: 2450 }))
  })

  test('a refund of another provider is left alone by the process', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, {
      as: world.withProvider({ refundPart: async () => UNKNOWN }),
    })
    await recoverNow(world.withProvider({ name: 'stripe' }))
    expect(await recordOf(order.orderNumber)).toMatchObject({ states: ['pending'] })
    await recoverNow()
  })

  test('a refund of a store that lives in another cell is left to that cell', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: false })
    await world.moveTo('01')
    await recoverNow()
    await world.moveTo(null)
    expect(await recordOf(order.orderNumber)).toMatchObject({ states: ['pending'] })
    await recoverNow()
    expect(await recordOf(order.orderNumber)).toMatchObject({ states: ['succeeded'] })
  })

  test('each pending refund is asked for again, even when that fails for one of them', async () => {
    const orders = [await aPaidOrder(), await aPaidOrder()]
    for (const { orderNumber } of orders) await aHangingRefund(orderNumber, { isAsked: false })
    let calls = 0
    await recoverNow(
      world.withProvider({
        async refundPart(attempt, part) {
          calls += 1
          if (calls === 1) throw new Error('connection lost')
          return world.bank.refundPart(attempt, part)
        },
      }),
    )
    const states = await Promise.all(
      orders.map(async ({ orderNumber }) => (await recordOf(orderNumber)).states[0]),
    )
    expect(states.toSorted()).toEqual(['pending', 'succeeded'])
    expect(world.log()).toContain('payment.recovery.failed')
    await recoverNow()
  })
})

describe('decision 39: a process that dies while it refunds', () => {
  test.each([{ isAsked: false }, { isAsked: true }])(
    'a process that dies while it refunds leaves a refund that recovery finishes once: %j',
    async ({ isAsked }) => {
      const order = await aPaidOrder()
      await aHangingRefund(order.orderNumber, { isAsked, amount: 700, returnedUnits: 1 })
      expect(await recordOf(order.orderNumber)).toMatchObject({
        refunded: 700,
        returned: 1,
        states: ['pending'],
      })
      expect(await bankOf(order.id)).toMatchObject({ refunded: isAsked ? 700 : 0 })
      await Promise.all([recoverNow(), recoverNow()])
      expect(await recordOf(order.orderNumber)).toMatchObject({
        refunded: 700,
        returned: 1,
        states: ['succeeded'],
      })
      expect(await bankOf(order.id)).toMatchObject({ refunded: 700 })
      expect(await order.stock()).toBe(9)
    },
  )
})
