import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { callAnew } from './stripe-api.ts'
import { toOutcome } from './stripe-outcomes.ts'
import { WITH_CHARGE, actOnPayment, findPayment, readPayment } from './stripe-payments.ts'

/** Takes the reserved money. */
export async function capture(
  { stripe, challengeUrl, now }: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const found = await findPayment(stripe, attempt)
  if ('none' in found) return { type: 'unknown' }
  const { paymentId } = found
  const { intent } = await actOnPayment(stripe, {
    paymentId,
    call: () =>
      callAnew(`${attempt.id}:capture`, {
        now: now(),
        call: (options) => stripe.paymentIntents.capture(paymentId, WITH_CHARGE, options),
      }),
  })
  return toOutcome(intent, attempt, challengeUrl)
}

/** Gives the reservation up. */
export async function cancel(
  { stripe, challengeUrl, now }: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const found = await findPayment(stripe, attempt)
  if ('none' in found) return { type: 'cancelled' }
  const { paymentId } = found
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
  return toOutcome(intent, attempt, challengeUrl)
}

/** Where the payment stands; changes nothing. */
export async function retrieve(
  { stripe, challengeUrl }: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const found = await findPayment(stripe, attempt)
  return 'none' in found
    ? { type: 'cancelled' }
    : toOutcome(await readPayment(stripe, found.paymentId), attempt, challengeUrl)
}
