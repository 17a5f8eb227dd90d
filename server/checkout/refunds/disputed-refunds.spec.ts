import { describe, expect, test } from 'vitest'
import type { DisputeState } from './dispute.ts'
import { bankActs, hear, moneyOf } from '../../testing/bank/charge-world.ts'
import { openRefundSuite, succeeded } from '../../testing/bank/refund-suite.ts'
import { refusalOf } from '../../testing/bank/refund-world.ts'

const { world, aHangingRefund, aPaidOrder, bankOf, recordOf, recoverNow, refund } =
  await openRefundSuite()

/** An order of 24.50 whose buyer asks the bank for that much of it. */
async function aDisputedOrder(state: DisputeState, amount = 2450) {
  const order = await aPaidOrder()
  const bank = bankActs(world, order)
  await bank.disputes(state, amount)
  return { ...order, bank }
}

const refusedFor = (state: DisputeState, left: number) => ({
  reason: 'payment_disputed',
  left,
  currency: 'EUR',
  dispute: expect.objectContaining({ state, reason: 'product_not_received' }),
})

describe('payments §8: the money of a disputed order', () => {
  test.each(['needs_response', 'under_review', 'lost'] as const)(
    'money in a dispute that is %s is not refunded, and the bank hears nothing',
    async (state) => {
      const { orderNumber, id } = await aDisputedOrder(state)
      for (const amount of [1, 2450, undefined])
        expect(await refusalOf(refund(orderNumber, { amount }))).toEqual(refusedFor(state, 0))
      expect(await refusalOf(refund(orderNumber, { amount: 2451 }))).toMatchObject({
        reason: 'more_money_than_left',
      })
      expect(await recordOf(orderNumber)).toMatchObject({ refunded: 0, states: [] })
      expect(await bankOf(id)).toEqual({ status: 'captured', refunded: 0 })
    },
  )

  test('a dispute that was won is over: its money can be refunded, until it is opened again', async () => {
    const order = await aDisputedOrder('needs_response')
    const { orderNumber, bank } = order
    await bank.disputes('won')
    expect(await refund(orderNumber, { amount: 450 })).toEqual(succeeded({ amount: 450 }))
    await bank.disputes('needs_response')
    expect(await refusalOf(refund(orderNumber, { amount: 1 }))).toEqual(
      refusedFor('needs_response', 0),
    )
    await bank.disputes('lost')
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 450,
      disputes: [{ state: 'lost', amount: 2000 }],
    })
  })

  test('what is left beside a partial dispute may be asked for; the bank refunds none of it', async () => {
    const { orderNumber, id } = await aDisputedOrder('under_review', 2000)
    expect(await refusalOf(refund(orderNumber, { amount: 451 }))).toEqual(
      refusedFor('under_review', 450),
    )
    expect(await refund(orderNumber, { amount: undefined })).toMatchObject({
      amount: 450,
      state: 'failed',
      failureCode: 'charge_disputed',
    })
    expect(await recordOf(orderNumber)).toMatchObject({ refunded: 0 })
    expect(await bankOf(id)).toEqual({ status: 'captured', refunded: 0 })
  })

  test('a dispute in another currency is about all of the money', async () => {
    const { orderNumber } = await aDisputedOrder('needs_response', 1)
    await world.sql.rows(
      `update order_disputes set currency = 'USD'
      where order_id = (select id from orders where order_number = $1)`,
      [orderNumber],
    )
    expect(await refusalOf(refund(orderNumber, { amount: 1 }))).toEqual(
      refusedFor('needs_response', 0),
    )
  })

  test('an inquiry takes no money: the order can be refunded meanwhile', async () => {
    const { orderNumber } = await aDisputedOrder('needs_response')
    await world.sql.rows(
      `update order_disputes set is_inquiry = true
      where order_id = (select id from orders where order_number = $1)`,
      [orderNumber],
    )
    expect(await refusalOf(refund(orderNumber, { amount: 1 }))).toBeUndefined()
  })

  test.each([false, true])(
    'a refund that hangs when the dispute is opened ends as the bank has it; asked before: %s',
    async (isAsked) => {
      const order = await aPaidOrder()
      await aHangingRefund(order.orderNumber, { amount: 450, isAsked })
      await bankActs(world, order).disputes('lost', 2450)
      await recoverNow()
      const given = isAsked ? 450 : 0
      expect(await bankOf(order.id)).toEqual({ status: 'captured', refunded: given })
      expect(await moneyOf(world, order)).toMatchObject({
        refunded: given,
        refunds: [isAsked ? 'requested 450 succeeded' : 'requested 450 failed'],
        disputes: [{ state: 'lost', amount: 2450 - given }],
      })
    },
  )

  test('of refunds and a dispute at the same moment the buyer never gets more than was paid', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order)
    await Promise.all([
      ...Array.from({ length: 4 }, () => refusalOf(refund(order.orderNumber, { amount: 600 }))),
      ...[bank.disputes('lost', 2450), bank.refunds(50)].map((act) => act.catch(() => undefined)),
    ])
    await recoverNow()
    await hear(world, order)
    const { refunded, disputes } = await moneyOf(world, order)
    const lost = disputes.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(refunded + lost).toBe(2450)
  })
})
