import type { PaymentAttempt } from '../../checkout/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { closed, outcomeOf } from './stripe-cancel.ts'
import { isUnconfirmed } from './stripe-outcomes.ts'
import { WITH_CHARGE, actOnPayment, findPayment } from './stripe-payments.ts'

/**
 * By what the buyer pays: a one-use token of the payment frame, or a payment method; undefined for
 * every other text.
 */
function meansOf({ paymentMethod }: PaymentAttempt) {
  if (paymentMethod.startsWith('ctoken_')) return { confirmation_token: paymentMethod }
  return paymentMethod.startsWith('pm_') ? { payment_method: paymentMethod } : undefined
}

/** Reserves the money: confirms the payment with the buyer's card. */
export async function authorize(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const { stripe } = account
  const means = meansOf(attempt)
  if (!means) return { type: 'declined', code: 'invalid_payment_method' }
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'declined', code: found.none }
  const { paymentId } = found
  const { intent, isRefused } = await actOnPayment(stripe, {
    paymentId,
    call: () =>
      stripe.paymentIntents.confirm(
        paymentId,
        { ...means, ...WITH_CHARGE, use_stripe_sdk: true },
        { idempotencyKey: `${attempt.id}:authorize` },
      ),
  })
  if (!isRefused || !isUnconfirmed(intent)) return outcomeOf(account, attempt, intent)
  const outcome = { type: 'declined', paymentId, code: 'invalid_payment_method' } as const
  return closed(account, attempt, { intent, outcome })
}
