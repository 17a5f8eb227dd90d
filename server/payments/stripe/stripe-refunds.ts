import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import type { RefundOutcome, RefundPart } from '../../checkout/ports/refund-database.ts'
import type { StripeAccount } from './stripe-account.ts'
import { codeOf, isRefusal, isReplayedFailure } from './stripe-api.ts'
import { toStripeAmount } from './stripe-currencies.ts'
import { outcomeOf } from './stripe-cancel.ts'
import { metadataOf } from './stripe-outcomes.ts'
import { findPayment, readPayment } from './stripe-payments.ts'
import { currentRefund, failureOf, refundAll } from './stripe-whole-refunds.ts'

/** Gives back all that was taken, and tries again what an earlier refund failed to give back. */
export async function refund(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const { stripe } = account
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'unknown' }
  const { paymentId } = found
  const before = await outcomeOf(account, attempt, await readPayment(stripe, paymentId))
  if (before.type !== 'captured') return before
  try {
    const { status } = await refundAll(account, {
      paymentId,
      key: `${attempt.id}:refund`,
      metadata: metadataOf(account, attempt),
    })
    if (status !== 'succeeded' && status !== 'pending') return { type: 'unknown', paymentId }
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  return outcomeOf(account, attempt, await readPayment(stripe, paymentId))
}

/**
 * Gives a part back, once per refund id. Stripe may forget keys after 24 hours, so the refund is
 * searched by its metadata first. A refund on which Stripe failed may still be made. Until it is
 * found, or its key is forgotten, its outcome is unknown, and no other key is used.
 * https://docs.stripe.com/error-low-level#server-errors
 */
export async function refundPart(
  account: StripeAccount,
  { attempt, part: { refundId, amount } }: { attempt: PaymentAttempt; part: RefundPart },
): Promise<RefundOutcome> {
  const { stripe } = account
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'failed', code: found.none }
  const { paymentId } = found
  const stripeAmount = toStripeAmount(amount, attempt.currency)
  if (stripeAmount === undefined) return { type: 'failed', code: 'amount_not_supported' }
  const metadata = { ...metadataOf(account, attempt), refund: refundId }
  const known = await findRefund(stripe, { paymentId, refundId })
  if (known) return toRefundOutcome(known)
  try {
    const made = await stripe.refunds.create(
      { payment_intent: paymentId, amount: stripeAmount, metadata },
      { idempotencyKey: `${attempt.id}:refund:${refundId}` },
    )
    return toRefundOutcome(await currentRefund(stripe, made))
  } catch (error) {
    if (isRefusal(error)) return { type: 'failed', code: codeOf(error) }
    if (isReplayedFailure(error)) return { type: 'unknown' }
    throw error
  }
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

function toRefundOutcome(refund: Stripe.Refund): RefundOutcome {
  const { id: providerRefundId, status } = refund
  switch (status) {
    case 'succeeded':
      return { type: 'refunded', providerRefundId }
    case 'failed':
    case 'canceled':
      return { type: 'failed', providerRefundId, code: failureOf(refund) }
    default:
      return { type: 'unknown', providerRefundId }
  }
}
