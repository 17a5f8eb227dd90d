import { describe, expect, test } from 'vitest'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { DisputeStatus } from '../../../lab/stripe/stripe-disputes.ts'
import {
  after,
  double,
  impatient,
  paymentsOf,
  provider,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'
import { inMinutes } from '../../testing/moments.ts'

useStripe()

async function aCharge() {
  const attempt = await after(['authorize', 'capture'])
  const paymentId = paymentsOf(attempt)[0]?.id ?? ''
  return { paymentId, attempt: { ...attempt, providerPaymentId: paymentId } }
}

const disputesOf = async (attempt: PaymentAttempt) => {
  const reading = await provider.readCharge(attempt)
  return reading.type === 'read' ? reading.disputes : undefined
}

describe('payments §8: A charge at Stripe', () => {
  test.each<[DisputeStatus, string]>([
    ['warning_needs_response', 'needs_response'],
    ['warning_under_review', 'under_review'],
    ['warning_closed', 'won'],
    ['charge_refunded', 'won'],
  ])('a charge whose dispute is %s has one that is %s', async (status, state) => {
    const { attempt, paymentId } = await aCharge()
    double.books.dispute(paymentId, { reason: 'general', status })
    const isInquiry = status.startsWith('warning')
    expect(await disputesOf(attempt)).toMatchObject([{ amount: 2440, state, isInquiry }])
  })

  test('a charge has all of its refunds, also those behind the first hundred', async () => {
    const { attempt, paymentId } = await aCharge()
    for (let index = 0; index < 101; index += 1)
      double.books.refund(paymentId, { metadata: {}, amount: 1, status: 'succeeded' })
    expect(await provider.readCharge(attempt)).toMatchObject({
      refunds: Array(101).fill({ amount: 1, refundId: null }),
    })
  })

  test.each(['pending', 'succeeded', 'failed'] as const)(
    'a charge whose refund is %s at Stripe has one that is just that',
    async (status) => {
      const { attempt, paymentId } = await aCharge()
      const { created } = double.books.refund(paymentId, { metadata: {}, amount: 7, status })
      expect(await provider.readCharge(attempt)).toMatchObject({
        refunds: [{ amount: 7, state: status, createdAt: new Date(created * 1000) }],
      })
    },
  )

  test('a disputed charge is not refunded: Stripe says why', async () => {
    const { attempt, paymentId } = await aCharge()
    double.books.dispute(paymentId, { reason: 'fraudulent' })
    expect(await provider.refundPart(attempt, { refundId: 're_1', amount: 1 })).toEqual({
      type: 'failed',
      code: 'charge_disputed',
    })
  })

  test('a charge that was charged back has nothing left that could be given back', async () => {
    const { attempt, paymentId } = await aCharge()
    const { id } = double.books.dispute(paymentId, { reason: 'fraudulent' })
    expect(await provider.refund(attempt)).toMatchObject({ type: 'captured' })
    double.books.moveDispute(id, 'lost')
    expect(await provider.refund(attempt)).toMatchObject({ type: 'refunded', paymentId })
  })

  test('a charge is found by Stripe’s own id of its payment alone', async () => {
    const { attempt, paymentId } = await aCharge()
    expect(await provider.findEntry({ attemptId: null, paymentId })).toMatchObject({
      entry: { attemptId: attempt.id, paymentId },
    })
  })

  test.each(['list_refunds', 'list_disputes'] as const)(
    'a charge is unknown while there is too much going on at %s',
    async (operation) => {
      const { attempt } = await aCharge()
      double.failNext(operation, 'rate_limited')
      expect(await provider.readCharge(attempt)).toEqual({ type: 'unknown' })
    },
  )

  test('a charge that is not answered in time is no reading', async () => {
    const { attempt } = await aCharge()
    double.failNext('list_disputes', 'silent_before')
    await expect(impatient.readCharge(attempt)).rejects.toThrow('timeout')
  })

  test('a charge whose id we were never told is unknown', async () => {
    expect(await provider.readCharge(await after(['authorize', 'capture']))).toEqual({
      type: 'unknown',
    })
  })

  test('a charge is found by its events of those days, and by no others', async () => {
    const { paymentId } = await aCharge()
    const { paymentId: quiet } = await aCharge()
    double.books.moveDispute(double.books.dispute(paymentId, { reason: 'fraudulent' }).id, 'lost')
    const found: string[] = []
    for await (const id of provider.listActivity(inMinutes(-60))) found.push(id)
    expect(new Set(found)).toContain(paymentId)
    expect(found).not.toContain(quiet)
  })
})
