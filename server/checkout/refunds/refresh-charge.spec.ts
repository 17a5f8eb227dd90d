import { describe, expect, test } from 'vitest'
import {
  bankActs,
  hear,
  moneyOf,
  recoverReadingsNow,
  saidIn,
  notifiedOf,
} from '../../testing/bank/charge-world.ts'
import { inMinutes, now } from '../../testing/moments.ts'
import { openRefundSuite } from '../../testing/bank/refund-suite.ts'
import { UNKNOWN, refusalOf } from '../../testing/bank/refund-world.ts'
import type { ChargeRefund, PaymentProvider } from '../ports/provider.ts'
import { settleRefund } from './refund-order.ts'
import { hearOfActivity } from '../payments/hear-of-payment.ts'
import { refreshCharge } from './refresh-charge.ts'

const { world, aHangingRefund, aPaidOrder, bankOf, recordOf, recoverNow, refund } =
  await openRefundSuite()

/** As the provider tells of it. */
const aRefund = (fields: Partial<ChargeRefund>): ChargeRefund => ({
  providerRefundId: 're_dashboard',
  refundId: null,
  amount: 400,
  state: 'succeeded',
  failureCode: null,
  createdAt: now(),
  ...fields,
})

/** A provider that has these of 2450, and is asked for none. */
const reporting = (refunds: ChargeRefund[]) =>
  world.withProvider({
    readCharge: async () => ({ type: 'read', captured: 2450, refunds, disputes: [] }),
    refundPart: async () => {
      throw new Error('nobody has asked for that')
    },
  })

const newsOf = (order: { orderNumber: string }) => notifiedOf(world, order).map(({ type }) => type)

describe('payments §8: a refund that was made at the provider', () => {
  test('a refund made at the provider counts, once, and leaves what is left to us', async () => {
    const order = await aPaidOrder()
    await bankActs(world, order).refunds(1000)
    await Promise.all(Array.from({ length: 8 }, () => hear(world, order)))
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 1000,
      refunds: ['provider 1000 succeeded'],
    })
    expect(await refusalOf(refund(order.orderNumber, { amount: 1451 }))).toMatchObject({
      left: 1450,
    })
    expect(await refund(order.orderNumber, { amount: 1450 })).toMatchObject({
      state: 'succeeded',
    })
    expect(await bankOf(order.id)).toEqual({ status: 'refunded', refunded: 2450 })
    expect(await order.read()).toMatchObject({ state: 'complete' })
  })

  test('a refund made at the provider was settled when it was made; a failed one never succeeded', async () => {
    const order = await aPaidOrder()
    await bankActs(world, order).refunds(1000)
    const failed = aRefund({ amount: 700, state: 'failed', failureCode: 'declined' })
    const charge = await world.bank.readCharge(order.attempt)
    if (charge.type === 'unknown') throw new Error('no charge')
    const as = world.withProvider({
      readCharge: async () => ({ ...charge, refunds: [...charge.refunds, failed] }),
    })
    await refreshCharge(as, order.attempt.id)
    expect(
      await world.sql.rows(
        `select r.amount::int, r.succeeded_at = r.created_at as "succeededThen",
          r.settled_at = r.created_at as "settledThen"
        from order_refunds r join orders o on o.id = r.order_id where o.order_number = $1
        order by r.amount`,
        [order.orderNumber],
      ),
    ).toEqual([
      { amount: 700, succeededThen: null, settledThen: true },
      { amount: 1000, succeededThen: true, settledThen: true },
    ])
    // The bank of this test knows of one only.
    await world.sql.rows('delete from order_refunds where provider_refund_id = $1', [
      failed.providerRefundId,
    ])
  })

  test('a refund made at the provider beside one of ours, of the same amount, is another one', async () => {
    const order = await aPaidOrder()
    await refund(order.orderNumber, { amount: 500 })
    await bankActs(world, order).refunds(500)
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 1000,
      refunds: ['requested 500 succeeded', 'provider 500 succeeded'],
    })
  })

  test('while our refund of all is pending, the provider’s counts and ours fails', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: false, amount: 2450 })
    const bank = bankActs(world, order, { isSilent: true })
    await bank.refunds(1000)
    await refreshCharge(world.deps, order.attempt.id)
    expect(await moneyOf(world, order)).toMatchObject({ refunded: 3450 })
    expect(await refusalOf(refund(order.orderNumber, { amount: 1 }))).toMatchObject({
      left: 0,
    })
    await recoverNow()
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 1000,
      refunds: ['requested 2450 failed', 'provider 1000 succeeded'],
    })
  })

  test('a refund made at the provider that fails later frees its money; the owners are told', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order)
    await bank.refunds(2450)
    await bank.takesRefundBack()
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 0,
      refunds: ['provider 2450 failed'],
    })
    expect(newsOf(order)).toEqual(['refund_failed'])
  })

  test('a refund pending at the provider is never asked for by us, and read again by itself', async () => {
    const order = await aPaidOrder()
    const made = aRefund({ amount: 300, state: 'pending' })
    await refreshCharge(reporting([made]), order.attempt.id)
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 300,
      refunds: ['provider 300 pending'],
    })
    await recoverNow(reporting([made]))
    const [{ id } = { id: '' }] = await world.sql.rows<{ id: string }>(
      "select id from order_refunds where provider_refund_id = 're_dashboard'",
    )
    expect(await settleRefund(reporting([made]), id)).toMatchObject({ state: 'pending' })
    await hear(world, order, reporting([made]))
    await recoverReadingsNow(
      world,
      reporting([{ ...made, state: 'failed', failureCode: 'declined' }]),
    )
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 0,
      refunds: ['provider 300 failed'],
    })
  })

  test('a refund under the id of one refused to us counts: another process had asked, too', async () => {
    const order = await aPaidOrder()
    const { id: refundId, state } = await refund(order.orderNumber, {
      amount: 400,
      as: world.withProvider({
        refundPart: async () => ({ type: 'failed', code: 'refund_refused' }),
      }),
    })
    expect(state).toBe('failed')
    const made = aRefund({ providerRefundId: 're_of_another', refundId })
    for (let again = 0; again < 2; again += 1) await hear(world, order, reporting([made]))
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 400,
      refunds: ['requested 400 failed', 'provider 400 succeeded'],
    })
    await hear(world, order, reporting([{ ...made, state: 'failed', failureCode: 'declined' }]))
    expect(await moneyOf(world, order)).toMatchObject({ refunded: 0 })
    // The bank of this test knows of none.
    await world.sql.rows("delete from order_refunds where provider_refund_id = 're_of_another'")
  })

  test('two refunds of the provider under the id of one refund of ours are two', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: true, amount: 400 })
    const reading = await world.bank.readCharge(order.attempt)
    if (reading.type === 'unknown' || !reading.refunds[0]) throw new Error('no refund')
    const [ours] = reading.refunds
    const as = world.withProvider({
      readCharge: async () => ({
        ...reading,
        refunds: [ours, { ...ours, providerRefundId: 're_again' }],
      }),
    })
    for (let again = 0; again < 2; again += 1) await refreshCharge(as, order.attempt.id)
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 800,
      refunds: ['requested 400 succeeded', 'provider 400 succeeded'],
    })
    // The bank of this test knows of one only.
    await world.sql.rows("delete from order_refunds where provider_refund_id = 're_again'")
    await world.sql.rows('update orders set refunded = 400 where order_number = $1', [
      order.orderNumber,
    ])
  })
})

describe('payments §8: what the provider says was captured', () => {
  const capturedOf = async ({ orderNumber }: { orderNumber: string }) =>
    (
      await world.sql.rows<{ captured: number | null }>(
        'select captured::int from orders where order_number = $1',
        [orderNumber],
      )
    )[0]?.captured

  test('what was captured stands with the order once its charge is read, and is no news in full', async () => {
    const order = await aPaidOrder()
    expect(await capturedOf(order)).toBeNull()
    await hear(world, order)
    expect(await capturedOf(order)).toBe(2450)
    expect(saidIn(world, [order.attempt.id], 'order.captured.differs')).toBe(0)
  })

  test('what was captured is told once when it is not what was ordered', async () => {
    const order = await aPaidOrder()
    const reporting = (captured: number) =>
      world.withProvider({
        readCharge: async () => ({ type: 'read', captured, refunds: [], disputes: [] }),
      })
    for (let again = 0; again < 2; again += 1)
      await refreshCharge(reporting(2000), order.attempt.id)
    expect(await capturedOf(order)).toBe(2000)
    expect(saidIn(world, [order.attempt.id], 'order.captured.differs')).toBe(1)
    await refreshCharge(reporting(1999), order.attempt.id)
    await refreshCharge(world.deps, order.attempt.id)
    expect(saidIn(world, [order.attempt.id], 'order.captured.differs')).toBe(2)
    expect(await capturedOf(order)).toBe(2450)
  })
})

describe('payments §8: a refund of ours in the provider’s charge', () => {
  test('a refund that we have not asked for yet stays pending until recovery asks', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: false, returnedUnits: 1 })
    await refreshCharge(world.deps, order.attempt.id)
    expect(await recordOf(order.orderNumber)).toMatchObject({ states: ['pending'] })
    await recoverNow()
    expect(await bankOf(order.id)).toMatchObject({ refunded: 500 })
    expect(await order.stock()).toBe(9)
  })

  test('a refund whose answer was lost is settled by its charge, once, with its units', async () => {
    const order = await aPaidOrder()
    await aHangingRefund(order.orderNumber, { isAsked: true, returnedUnits: 1 })
    await Promise.all([
      refreshCharge(world.deps, order.attempt.id),
      refreshCharge(world.deps, order.attempt.id),
      recoverNow(),
    ])
    expect(await moneyOf(world, order)).toMatchObject({
      refunded: 500,
      refunds: ['requested 500 succeeded'],
    })
    expect(await order.stock()).toBe(9)
    const [{ id } = { id: '' }] = await world.sql.rows<{ id: string }>(
      'select r.id from order_refunds r join orders o on o.id = r.order_id where o.order_number = $1',
      [order.orderNumber],
    )
    expect(saidIn(world, [id], 'order.refund.settled')).toBe(1)
  })
})

describe('payments §8: a dispute', () => {
  test('a dispute has amount, reason and due date, then its outcome; the session stays complete', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order)
    await bank.disputes('needs_response', 2000)
    const disputed = { amount: 2000, currency: 'EUR', reason: 'product_not_received' }
    expect(await moneyOf(world, order)).toEqual({
      refunded: 0,
      refunds: [],
      dispute: 'needs_response',
      disputes: [{ ...disputed, state: 'needs_response', isDue: true, isClosed: false }],
    })
    await bank.disputes('under_review')
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'under_review' })
    await bank.disputes('lost')
    expect(await moneyOf(world, order)).toMatchObject({
      dispute: 'lost',
      disputes: [{ ...disputed, state: 'lost', isDue: null, isClosed: true }],
    })
    expect(newsOf(order)).toEqual(['dispute_opened', 'dispute_closed'])
    expect(await order.read()).toMatchObject({ state: 'complete' })
    expect((await world.attemptOf(order.id)).state).toBe('captured')
  })

  test('a dispute is told once when many notifications of it come at the same moment', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order, { isSilent: true })
    await bank.disputes()
    await Promise.all(Array.from({ length: 8 }, () => hear(world, order)))
    await bank.disputes('won')
    await Promise.all(Array.from({ length: 8 }, () => hear(world, order)))
    expect(newsOf(order)).toEqual(['dispute_opened', 'dispute_closed'])
  })

  test('a dispute that we hear of when it is over was opened and closed', async () => {
    const order = await aPaidOrder()
    await bankActs(world, order).disputes('won')
    expect(newsOf(order)).toEqual(['dispute_opened', 'dispute_closed'])
  })

  test('a dispute decided otherwise is closed again, and one that begins again is opened', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order)
    for (const state of ['needs_response', 'lost', 'won', 'under_review'] as const)
      await bank.disputes(state)
    const [opened, closed] = ['dispute_opened', 'dispute_closed']
    expect(newsOf(order)).toEqual([opened, closed, closed, opened])
  })

  test('a dispute of a payment that is none of ours changes nothing', async () => {
    const as = world.withProvider({
      parseNotification: async () => ({
        type: 'charge_changed',
        eventId: 'evt_other',
        paymentId: 'pi_of_another_shop',
      }),
    })
    await hear(world, await aPaidOrder(), as)
    expect(
      await world.sql.rows("select from provider_notifications where event_id = 'evt_other'"),
    ).toEqual([])
  })

  test('a dispute that names the provider’s payment alone is found by it', async () => {
    const order = await aPaidOrder()
    await bankActs(world, order, { isSilent: true }).disputes()
    const paymentId = order.attempt.providerPaymentId ?? ''
    const as = world.withProvider({
      parseNotification: async () => ({
        type: 'charge_changed',
        eventId: 'evt_dispute',
        paymentId,
      }),
    })
    await hear(world, order, as)
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'needs_response' })
  })

  test('a dispute of a payment whose id the record lacks is found by its metadata', async () => {
    const order = await aPaidOrder()
    await bankActs(world, order, { isSilent: true }).disputes()
    const asked: unknown[] = []
    const changes: Partial<PaymentProvider> = {
      parseNotification: async () => ({
        type: 'charge_changed',
        eventId: 'evt_early',
        paymentId: 'pay_not_on_record',
      }),
      findEntry: async ({ paymentId }) => {
        asked.push(paymentId)
        return world.bank.findEntry({ attemptId: order.attempt.id, paymentId })
      },
    }
    const silent = { ...changes, findEntry: async () => UNKNOWN }
    await expect(hear(world, order, world.withProvider(silent))).rejects.toThrow(
      'could not be read',
    )
    await hear(world, order, world.withProvider(changes))
    expect(asked).toEqual(['pay_not_on_record'])
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'needs_response' })
  })

  test('a dispute whose notification was lost is found by its activity, however old the order', async () => {
    const [order, quiet] = [await aPaidOrder(), await aPaidOrder()]
    await bankActs(world, order, { isSilent: true }).disputes()
    for (const { orderNumber } of [order, quiet])
      await world.sql.rows(
        "update orders set paid_at = paid_at - interval '90 days', charge_readings = 0 where order_number = $1",
        [orderNumber],
      )
    await world.sql.rows(
      "update checkout_sessions set created_at = created_at - interval '90 days' where id = any($1)",
      [[order.id, quiet.id]],
    )
    await hearOfActivity(world.deps, { since: inMinutes(-24 * 60) })
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'needs_response' })
    const read = await world.sql.rows<{ readings: number }>(
      'select charge_readings as readings from orders where order_number = any($1) order by id',
      [[order.orderNumber, quiet.orderNumber]],
    )
    expect(read).toEqual([{ readings: 1 }, { readings: 0 }])
  })
})
