import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew } from './stripe-api.ts'
import { isChargedBack } from './stripe-disputes.ts'
import { toOutcome } from './stripe-outcomes.ts'
import { WITH_CHARGE, actOnPayment } from './stripe-payments.ts'

/** Cancels a payment and returns its state after that. */
export async function cancelPayment(
  { stripe, now }: StripeAccount,
  attempt: PaymentAttempt,
  paymentId: string,
): Promise<Stripe.PaymentIntent> {
  const { intent } = await actOnPayment(stripe, {
    paymentId,
    call: () =>
      callAnew(`${attempt.id}:cancel`, {
        now: now(),
        call: (options) =>
          stripe.paymentIntents.cancel(
            paymentId,
            { cancellation_reason: 'abandoned', ...WITH_CHARGE },
            options,
          ),
      }),
  })
  return intent
}

/**
 * The outcome to report. A declined payment can still be confirmed by anyone with its secret, so it
 * is cancelled first; until then its outcome is unknown. A charged back payment has nothing left to
 * give back.
 */
export async function outcomeOf(
  account: StripeAccount,
  attempt: PaymentAttempt,
  intent: Stripe.PaymentIntent,
): Promise<PaymentOutcome> {
  const outcome = toOutcome(intent, attempt, account.challengeUrl)
  if (outcome.type === 'captured' && (await isChargedBack(account, intent)))
    return { type: 'refunded', paymentId: intent.id }
  return outcome.type === 'declined' ? closed(account, attempt, { intent, outcome }) : outcome
}

/** Returns `outcome` once the payment is cancelled. */
export async function closed(
  account: StripeAccount,
  attempt: PaymentAttempt,
  { intent, outcome }: { intent: Stripe.PaymentIntent; outcome: PaymentOutcome },
): Promise<PaymentOutcome> {
  const { id: paymentId, status } =
    intent.status === 'canceled' ? intent : await cancelPayment(account, attempt, intent.id)
  return status === 'canceled' ? outcome : { type: 'unknown', paymentId }
}
