import { describe, expect, test } from 'vitest'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import {
  after,
  double,
  paymentsOf,
  provider,
  requestsAbout,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'

useStripe()

const HOUR_S = 3600

type Act = 'refund' | 'returnPayment'

/** A payment that was taken and is to go back, and what it is asked to go back by. */
async function aPayment(act: Act) {
  const attempt = await after(['authorize', 'capture'])
  const payment = paymentsOf(attempt)[0]!
  const refunds = () => [...double.books.refunds.values()].filter((one) => one.payment === payment)
  return {
    attempt,
    payment,
    refunds,
    giveBack: () =>
      act === 'refund'
        ? provider.refund(attempt)
        : provider.returnPayment({ attemptId: attempt.id, paymentId: payment.id }),
    /** Lets time pass at Stripe. */
    age(seconds: number) {
      for (const refund of refunds()) refund.created -= seconds
    },
  }
}

const keysOf = (attempt: PaymentAttempt) =>
  requestsAbout(attempt).filter((request) => request.startsWith('refund'))

describe.each(['refund', 'returnPayment'] as const)('payments §7: %s of a whole payment', (act) => {
  test('a failed refund of all is made anew an hour later, not before, then later each time', async () => {
    const { payment, refunds, giveBack, age } = await aPayment(act)
    double.failNext('refund', ...Array.from({ length: 7 }, () => 'failed_refund' as const))
    await giveBack()
    for (const [index, hours] of [1, 2, 4, 8, 16, 24].entries()) {
      age(hours * HOUR_S - 10)
      for (let again = 0; again < 3; again += 1) await giveBack()
      expect(refunds()).toHaveLength(index + 1)
      age(10)
      await giveBack()
      expect(refunds()).toHaveLength(index + 2)
    }
    age(24 * HOUR_S)
    await giveBack()
    expect(payment.charge).toMatchObject({ captured: 2440, refunded: 2440 })
  })

  test('a refund of all that failed after it had succeeded is made anew at once: an hour is over', async () => {
    const { payment, refunds, giveBack, age } = await aPayment(act)
    await giveBack()
    age(HOUR_S)
    double.books.failRefund(refunds()[0]!.id, 'expired_or_canceled_card')
    expect(payment.charge).toMatchObject({ refunded: 0 })
    await Promise.all([giveBack(), giveBack()])
    expect(payment.charge).toMatchObject({ refunded: 2440 })
    expect(refunds()).toHaveLength(2)
  })
})

describe('payments §7: a whole payment whose refund has failed', () => {
  test('a whole payment whose refund has failed is not known to be back', async () => {
    const { attempt, payment, giveBack } = await aPayment('refund')
    double.failNext('refund', 'failed_refund')
    for (let again = 0; again < 2; again += 1)
      expect(await giveBack()).toEqual({ type: 'unknown', paymentId: payment.id })
    expect(await provider.retrieve(attempt)).toMatchObject({ type: 'captured' })
    expect(new Set(keysOf(attempt))).toEqual(new Set(['refund :refund']))
  })

  test('a whole payment says why its refund has failed, where the record has lost it', async () => {
    const { giveBack } = await aPayment('returnPayment')
    double.failNext('refund', 'failed_refund')
    for (let again = 0; again < 2; again += 1)
      expect(await giveBack()).toMatchObject({
        type: 'found',
        entry: { captured: 2440, refunded: 0 },
        refusal: 'expired_or_canceled_card',
      })
  })
})
