import { describe, expect, test, vi } from 'vitest'
import {
  bankActs,
  hear,
  moneyOf,
  recoverReadingsNow,
  notifiedOf,
} from '../../testing/bank/charge-world.ts'
import { openRefundSuite } from '../../testing/bank/refund-suite.ts'
import { UNKNOWN } from '../../testing/bank/refund-world.ts'
import type { ChargeReading, PaymentProvider } from '../ports/provider.ts'
import { recoverReadings, refreshCharge } from './refresh-charge.ts'

const { world, aPaidOrder } = await openRefundSuite()

const newsOf = (order: { orderNumber: string }) => notifiedOf(world, order).map(({ type }) => type)

describe('payments §8: readings of a charge', () => {
  /** Its money is taken, and nobody of us has heard so: it has no order yet. */
  async function aPaymentWithoutOrder() {
    const session = await world.aSession({ stock: 10, quantity: 2 })
    const as = world.withProvider({
      capture: async (attempt) => {
        await world.bank.capture(attempt)
        return UNKNOWN
      },
    })
    await world.pay(session.id, { as })
    const attempt = await world.attemptOf(session.id)
    return { as, orderNumber: attempt.orderNumber ?? '', session, attempt }
  }
  type Unwritten = Awaited<ReturnType<typeof aPaymentWithoutOrder>>
  const asOrder = ({ session, orderNumber, attempt }: Unwritten) => ({
    ...session,
    orderNumber,
    attempt,
  })

  test('readings of a charge that come before the order are due with it', async () => {
    const unwritten = await aPaymentWithoutOrder()
    const order = asOrder(unwritten)
    const bank = bankActs(world, order, { isSilent: true })
    await bank.refunds(300)
    await bank.disputes()
    await hear(world, order, unwritten.as)
    await world.makeDue(order.id)
    await world.recover()
    expect(await moneyOf(world, order)).toMatchObject({ refunded: 0, dispute: null })
    await recoverReadings(world.deps)
    expect(await moneyOf(world, order)).toMatchObject({ refunded: 300, dispute: 'needs_response' })
    expect(newsOf(order)).toEqual(['dispute_opened'])
  })

  test('readings of a charge are not due with an order that nobody has told of', async () => {
    const order = await aPaidOrder()
    expect(
      await world.sql.rows('select charge_due_at as due from orders where order_number = $1', [
        order.orderNumber,
      ]),
    ).toEqual([{ due: null }])
  })

  test('an older reading never takes the place of a younger one, which has said all of it', async () => {
    const order = await aPaidOrder()
    const bank = bankActs(world, order, { isSilent: true })
    await bank.disputes('needs_response')
    const { promise: isWritten, resolve } = Promise.withResolvers<undefined>()
    let reads = 0
    const slow = world.withProvider({
      async readCharge(attempt): Promise<ChargeReading> {
        reads += 1
        const reading = await world.bank.readCharge(attempt)
        if (reads === 1) await isWritten
        return reading
      },
    })
    const late = refreshCharge(slow, order.attempt.id)
    await expect.poll(() => reads).toBe(1)
    await bank.disputes('lost')
    await refreshCharge(world.deps, order.attempt.id)
    resolve(undefined)
    await late
    expect(reads).toBe(1)
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'lost' })
    expect(newsOf(order)).toEqual(['dispute_opened', 'dispute_closed'])
  })

  test('readings that began later and were made earlier hide nothing', async () => {
    const order = await aPaidOrder()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const begun = Promise.withResolvers<void>()
    const old = Promise.withResolvers<ChargeReading>()
    const makesItLate = world.withProvider({
      readCharge: async (attempt) => {
        begun.resolve()
        await first.promise
        return world.bank.readCharge(attempt)
      },
    })
    let reads = 0
    const saysItLate = world.withProvider({
      readCharge: async (attempt) => {
        const reading = await world.bank.readCharge(attempt)
        reads += 1
        if (reads > 1) return reading
        old.resolve(reading)
        await second.promise
        return reading
      },
    })
    const one = refreshCharge(makesItLate, order.attempt.id)
    await begun.promise
    const other = refreshCharge(saysItLate, order.attempt.id)
    expect(await old.promise).toMatchObject({ disputes: [] })
    await bankActs(world, order, { isSilent: true }).disputes()
    first.resolve()
    await one
    second.resolve()
    await other
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'needs_response' })
    expect(newsOf(order)).toEqual(['dispute_opened'])
    expect(reads).toBe(2)
  })

  test.each([
    ['without an answer', async () => UNKNOWN],
    ['whose process dies', async () => Promise.reject(new Error('killed'))],
  ] as const)('readings %s are made again by recovery', async (_, readCharge) => {
    const order = await aPaidOrder()
    await bankActs(world, order, { isSilent: true }).disputes()
    const as = world.withProvider({ readCharge })
    await refreshCharge(as, order.attempt.id).catch(() => undefined)
    expect(await moneyOf(world, order)).toMatchObject({ dispute: null })
    await Promise.all([recoverReadingsNow(world), recoverReadingsNow(world)])
    expect(await moneyOf(world, order)).toMatchObject({ dispute: 'needs_response' })
    expect(newsOf(order)).toEqual(['dispute_opened'])
  })

  test('readings without an answer are made again later each time', async () => {
    const order = await aPaidOrder()
    const as = world.withProvider({ readCharge: async () => UNKNOWN })
    for (const seconds of [5, 10, 20]) {
      const [before] = await world.sql.rows<{ at: Date }>('select clock_timestamp() as at')
      await refreshCharge(as, order.attempt.id)
      const [row] = await world.sql.rows(
        `select charge_due_at >= $1::timestamptz + $2 * interval '1 second' as "fromBefore",
          charge_due_at <= clock_timestamp() + $2 * interval '1 second' as "fromNow"
        from orders where order_number = $3`,
        [before?.at, seconds, order.orderNumber],
      )
      expect(row).toEqual({ fromBefore: true, fromNow: true })
    }
    await recoverReadingsNow(world)
    expect(
      await world.sql.rows('select charge_due_at as due from orders where order_number = $1', [
        order.orderNumber,
      ]),
    ).toEqual([{ due: null }])
  })

  test('an attempt without an order has no readings of its charge', async () => {
    const session = await world.aSession()
    await world.pay(session.id, { card: '4000002760003184' })
    const readCharge = vi.fn<PaymentProvider['readCharge']>()
    await refreshCharge(world.withProvider({ readCharge }), (await world.attemptOf(session.id)).id)
    expect(readCharge).not.toHaveBeenCalled()
    await world.makeDue(session.id, { isLeaseOver: true })
    await world.recover()
  })
})
