import { describe, expect, test } from 'vitest'
import { CARDS } from '../../testing/builders.ts'
import { bankActs, hear, moneyOf, saidIn, notifiedOf } from '../../testing/bank/charge-world.ts'
import { openRefundSuite, succeeded } from '../../testing/bank/refund-suite.ts'
import { refusalOf } from '../../testing/bank/refund-world.ts'
import { giveUpPayment } from '../payments/give-up-payment.ts'
import type { LateFailureAnswer } from './refund.ts'

const { world, aPaidOrder, bankOf, recordOf, refund } = await openRefundSuite()

/** A refund with these units that has succeeded and then failed. */
async function aLateFailure(returnedUnits = 0) {
  const order = await aPaidOrder()
  const { id } = await refund(order.orderNumber, { amount: 2450, returnedUnits })
  await bankActs(world, order).takesRefundBack('lost_or_stolen_card')
  const answer = (what: LateFailureAnswer) =>
    world.deps.db.charges.answerLateFailure({
      storeId: world.storeId,
      orderNumber: order.orderNumber,
      refundId: id,
      answer: what,
      actor: { name: 'owner@shop.example', address: '192.0.2.1' },
    })
  const audited = () =>
    world.sql.rows(
      "select action, actor, details from audit_log where subject = $1 and action <> 'order.refunded'",
      [order.orderNumber],
    )
  const returns = async () =>
    (
      await world.sql.rows<{ line: string }>(
        `select delta || ' ' || actor as line from stock_changes
        where order_number = $1 and reason = 'refund_return' order by id`,
        [order.orderNumber],
      )
    ).map(({ line }) => line)
  return { ...order, refundId: id, answer, audited, returns }
}

describe('payments §8: a refund that fails after it succeeded', () => {
  test('a late failure of a refund is on record, frees its money, and is told to the owners', async () => {
    const order = await aLateFailure()
    expect(await recordOf(order.orderNumber)).toMatchObject({
      refunded: 0,
      states: ['failed'],
      failures: ['lost_or_stolen_card'],
    })
    expect(await order.read()).toMatchObject({ state: 'complete' })
    expect(notifiedOf(world, order)).toEqual([
      expect.objectContaining({
        type: 'refund_failed',
        storeName: 'Loom & Co',
        refund: expect.objectContaining({ amount: 2450, state: 'failed' }),
      }),
    ])
    expect(saidIn(world, [order.refundId], 'refund.failed_late')).toBe(1)
  })

  test('a late failure of a refund is told once, however often the bank says it', async () => {
    const order = await aLateFailure()
    await Promise.all(Array.from({ length: 5 }, () => hear(world, order)))
    expect(saidIn(world, [order.refundId], 'refund.failed_late')).toBe(1)
    expect(await recordOf(order.orderNumber)).toMatchObject({ refunded: 0 })
  })

  test('a refund that failed late can be made anew, of all the money and once', async () => {
    const order = await aLateFailure()
    expect(await refund(order.orderNumber, { amount: 2450 })).toEqual(succeeded({ amount: 2450 }))
    expect(await bankOf(order.id)).toEqual({ status: 'refunded', refunded: 2450 })
    expect(await refusalOf(refund(order.orderNumber, { amount: 1 }))).toMatchObject({
      left: 0,
    })
    await hear(world, order)
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 2450,
      refunds: ['requested 2450 failed', 'requested 2450 succeeded'],
    })
  })

  test('a refund that failed late leaves its units in stock; they cannot come back again', async () => {
    const order = await aLateFailure(2)
    expect(await order.stock()).toBe(10)
    expect(await refusalOf(refund(order.orderNumber, { amount: 1, returnedUnits: 1 }))).toEqual({
      reason: 'more_units_than_left',
      left: 0,
    })
  })
})

describe('payments §8: did the units of a failed refund come back?', () => {
  test('units of a failed refund that came back stay in stock, and who said so is on record', async () => {
    const order = await aLateFailure(2)
    expect(await order.answer('came_back')).toEqual({ type: 'taken', units: 2 })
    expect(await order.stock()).toBe(10)
    expect(await order.returns()).toEqual(['2 owner@shop.example'])
    expect(await order.audited()).toEqual([
      {
        action: 'order.units_came_back',
        actor: 'owner@shop.example',
        details: { refund: order.refundId, units: 2 },
      },
    ])
  })

  test('units that did not come back leave the stock with one line of history, and may come later', async () => {
    const order = await aLateFailure(2)
    expect(await order.answer('did_not_come_back')).toEqual({ type: 'taken', units: 2 })
    expect(await order.stock()).toBe(8)
    expect(await order.returns()).toEqual(['2 owner@shop.example', '-2 owner@shop.example'])
    await refund(order.orderNumber, { returnedUnits: 2 })
    expect(await order.stock()).toBe(10)
  })

  test('whether the units came back is asked once: of ten answers at the same moment one counts', async () => {
    const order = await aLateFailure(1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        order.answer(index % 2 === 0 ? 'came_back' : 'did_not_come_back'),
      ),
    )
    expect(answers.filter(({ type }) => type === 'taken')).toHaveLength(1)
    expect(await order.audited()).toHaveLength(1)
  })

  test.each(['seen', 'came_back', 'did_not_come_back'] as const)(
    'a failed refund is not answered with %s where that is no answer',
    async (answer) => {
      const order = await aLateFailure(answer === 'seen' ? 1 : 0)
      expect(await order.answer(answer)).toEqual({ type: 'not_asked' })
      expect(await order.audited()).toEqual([])
    },
  )

  test('a failed refund without units has another answer: somebody has dealt with it', async () => {
    const order = await aLateFailure()
    expect(await order.answer('seen')).toEqual({ type: 'taken', units: 0 })
    expect(await order.answer('seen')).toEqual({ type: 'not_asked' })
    expect(await order.audited()).toMatchObject([{ action: 'order.failed_refund_seen' }])
  })

  test('units that payments hold are on hand still: they are taken out, and owed', async () => {
    const order = await aLateFailure(2)
    const other = world.deps.ids.session('st_1')
    await world.sql.rows(
      `insert into checkout_sessions
      select copy.* from checkout_sessions s, jsonb_populate_record(s, $2) copy where s.id = $1`,
      [order.id, { id: other, quantity: 9, state: 'open', attempts: 0 }],
    )
    await world.pay(other, { card: CARDS.challenge })
    expect(await order.stock()).toBe(1)
    expect(await order.answer('did_not_come_back')).toEqual({ type: 'taken', units: 2 })
    await world.endTime(other)
    await giveUpPayment(world.deps, other)
    expect(await order.stock()).toBe(8)
  })

  test('the question stays open when the units were sold meanwhile: they cannot be taken out', async () => {
    const order = await aLateFailure(2)
    await world.sql.rows(
      'update variants set stock = 1, supplied = supplied - 9 where id = $1 returning id',
      [order.attempt.variantId],
    )
    await world.sql.rows(
      "insert into stock_changes (variant_id, delta, reason) values ($1, -9, 'edit')",
      [order.attempt.variantId],
    )
    expect(await order.answer('did_not_come_back')).toEqual({ type: 'units_sold' })
    expect(await order.stock()).toBe(1)
    expect(await order.answer('came_back')).toEqual({ type: 'taken', units: 2 })
  })
})
