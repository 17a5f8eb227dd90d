import { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { RefundOutcome, RefundPart } from '../../checkout/ports/refunds.ts'
import { isRefusal, isReplayed, isReplayedFailure } from './stripe-api.ts'
import { toStripeAmount } from './stripe-currencies.ts'
import { assertAnswer, metadataOf } from './stripe-outcomes.ts'

type Asked = { attempt: PaymentAttempt; paymentId: string; part: RefundPart }

/**
 * Gives a part of a payment back, once per refund id. Stripe forgets keys after 24 hours, so the
 * refund is looked for by its metadata before it is made. What a key has kept a failure of was not
 * made, when it is not found then: it is made under the second key.
 */
export async function refundPartOf(
  stripe: Stripe,
  { attempt, paymentId, part: { refundId, amount } }: Asked,
): Promise<RefundOutcome> {
  const stripeAmount = toStripeAmount(amount, attempt.currency)
  if (stripeAmount === undefined) return { type: 'failed', code: 'amount_not_supported' }
  const metadata = { ...metadataOf(attempt), refund: refundId }
  for (const name of ['refund', 'refund-again']) {
    const made = await findRefund(stripe, { paymentId, refundId })
    if (made) return toRefundOutcome(made)
    try {
      const refund = await stripe.refunds.create(
        { payment_intent: paymentId, amount: stripeAmount, metadata },
        { idempotencyKey: `${attempt.id}:${name}:${refundId}` },
      )
      assertAnswer(refund, { object: 'refund' })
      return toRefundOutcome(isReplayed(refund) ? await stripe.refunds.retrieve(refund.id) : refund)
    } catch (error) {
      if (isRefusal(error)) return { type: 'failed', code: codeOf(error) }
      if (!isReplayedFailure(error)) throw error
    }
  }
  return { type: 'unknown' }
}

async function findRefund(
  stripe: Stripe,
  { paymentId, refundId }: { paymentId: string; refundId: string },
) {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
    if (refund.metadata?.['refund'] === refundId) return refund
  }
  return undefined
}

const codeOf = (error: unknown) =>
  (error instanceof Stripe.errors.StripeError ? error.code : undefined) ?? 'refund_refused'

/** https://docs.stripe.com/refunds#failed-refunds */
function toRefundOutcome({
  id: providerRefundId,
  status,
  failure_reason: reason,
}: Stripe.Refund): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { type: 'refunded', providerRefundId }
    case 'failed':
    case 'canceled':
      return { type: 'failed', providerRefundId, code: reason ?? `refund_${status}` }
    default:
      return { type: 'unknown', providerRefundId }
  }
}
