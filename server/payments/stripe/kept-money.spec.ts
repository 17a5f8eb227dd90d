import { afterAll, describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import { aBuyer, readSession, stockOf } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { anOverduePayment } from '../../testing/bank/overdue-payment.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const { service, sql } = await openSpecService({
  env: { PAYMENT_PROVIDER: 'stripe', ...double.settings },
})
afterAll(async () => {
  await expectInvariants(sql)
  await double.close()
})

/** Money that has come from elsewhere too late, and that is not given back for now. */
async function aKeptPayment({ endedMinutesAgo }: { endedMinutesAgo: number }) {
  const { store, id, buyer, attempt } = await anOverduePayment({ service, sql })
  const endTime = (minutesAgo: number) =>
    sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() - $2 * interval '1 minute',
        created_at = clock_timestamp() - interval '31 minutes' where id = $1`,
      [id, minutesAgo],
    )
  await endTime(endedMinutesAgo)
  const payment = double.books.find(attempt.paymentId)
  double.books.answerChallenge(payment.id, 'complete')
  // As long as that is not decided Stripe refuses to give anything back.
  double.books.dispute(payment.id, { amount: 1990, reason: 'general', status: 'needs_response' })
  const lookAgain = () => call('POST', `${service.paymentFrameUrl}/challenges/${attempt.id}`)
  await lookAgain()
  return {
    store,
    id,
    buyer,
    payment,
    lookAgain,
    endTime,
    read: async () => (await readSession(service, store, id)).body.status,
    view: async () => (await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')).body,
    record: async () =>
      (
        await sql.rows(
          `select state, hold_active as "isHolding", (select json_agg(b.kind || coalesce(' ' || b.resolution, ''))
            from reconciliation_breaks b where b.attempt_id = a.id) as breaks
          from payment_attempts a where id = $1`,
          [attempt.id],
        )
      )[0],
    win() {
      double.books.moveDispute(double.books.disputesOf(payment.id)[0]!.id, 'won')
      // What was refused is asked for under another key a minute later.
      double.forgetKeys()
    },
  }
}

describe('payments §8 Bounds: late money that Stripe does not give back for now', () => {
  test('late money that Stripe keeps holds no stock, and bars its buyer from paying twice', async () => {
    const { store, buyer, read, view, record } = await aKeptPayment({ endedMinutesAgo: -20 })
    expect(await stockOf(service, store)).toEqual([10])
    expect(await record()).toEqual({ state: 'refunding', isHolding: false, breaks: null })
    expect(await read()).toBe('open')
    expect((await view()).attempt).toEqual({ status: 'processing' })
    expect((await buyer.payWith('ideal')).status).toBe(409)
  })

  test('late money ends with its session 5 min after the deadline, and goes back when it can', async () => {
    const { store, read, view, record, payment, win, lookAgain } = await aKeptPayment({
      endedMinutesAgo: 6,
    })
    expect(await read()).toBe('expired')
    expect(await stockOf(service, store)).toEqual([10])
    expect((await view()).attempt).toMatchObject({ status: 'failed', code: 'payment_returned' })
    expect(await record()).toEqual({ state: 'voided', isHolding: false, breaks: ['late_capture'] })
    win()
    await lookAgain()
    expect(payment.charge).toMatchObject({ captured: 1990, refunded: 1990 })
    expect(await record()).toMatchObject({ breaks: ['late_capture refunded'] })
    expect(await stockOf(service, store)).toEqual([10])
  })

  test('late money that goes back in time ends as it always did', async () => {
    const { store, read, view, record, payment, win, lookAgain } = await aKeptPayment({
      endedMinutesAgo: -20,
    })
    win()
    await lookAgain()
    expect(payment.charge).toMatchObject({ captured: 1990, refunded: 1990 })
    expect(await record()).toEqual({ state: 'refunded', isHolding: false, breaks: null })
    expect(await read()).toBe('open')
    expect((await view()).attempt).toMatchObject({ status: 'failed', code: 'payment_returned' })
    expect(await stockOf(service, store)).toEqual([10])
  })
})
