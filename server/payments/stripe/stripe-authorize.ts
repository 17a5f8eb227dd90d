import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import type { PaymentOutcome } from '../../checkout/ports/provider.ts'
import { methodOf } from '../../checkout/payments/redirect-methods.ts'
import type { StripeAccount } from './stripe-account.ts'
import { billingDetailsOf, shippingFor } from './stripe-buyer.ts'
import { closed, outcomeOf } from './stripe-cancel.ts'
import { isUnconfirmed } from './stripe-outcomes.ts'
import { WITH_CHARGE, actOnPayment, findPayment } from './stripe-payments.ts'

/**
 * How the buyer pays: with a one-use token of the payment frame, a payment method, or a redirect
 * method. Undefined for any other text.
 */
function meansOf(
  { returnUrl }: StripeAccount,
  attempt: PaymentAttempt,
): Stripe.PaymentIntentConfirmParams | undefined {
  const { paymentMethod } = attempt
  const method = methodOf(paymentMethod)
  if (method)
    return {
      payment_method_data: { type: method.name, billing_details: billingDetailsOf(attempt) },
      return_url: returnUrl(attempt),
      ...(method.code !== undefined && { payment_method_options: { blik: { code: method.code } } }),
    }
  if (paymentMethod.startsWith('ctoken_'))
    return { confirmation_token: paymentMethod, use_stripe_sdk: true }
  return paymentMethod.startsWith('pm_')
    ? { payment_method: paymentMethod, use_stripe_sdk: true }
    : undefined
}

/** Confirms the payment: reserves a card's money, or sends the buyer to confirm off the page. */
export async function authorize(
  account: StripeAccount,
  attempt: PaymentAttempt,
): Promise<PaymentOutcome> {
  const { stripe } = account
  const means = meansOf(account, attempt)
  if (!means) return { type: 'declined', code: 'invalid_payment_method' }
  const found = await findPayment(account, attempt)
  if ('none' in found) return { type: 'declined', code: found.none }
  const { paymentId } = found
  const { intent, isRefused } = await actOnPayment(stripe, {
    paymentId,
    call: () =>
      stripe.paymentIntents.confirm(
        paymentId,
        {
          ...means,
          ...shippingFor(attempt),
          ...WITH_CHARGE,
          ...(attempt.receiptEmail !== null && { receipt_email: attempt.receiptEmail }),
        },
        { idempotencyKey: `${attempt.id}:authorize` },
      ),
  })
  if (!isRefused || !isUnconfirmed(intent)) return outcomeOf(account, attempt, intent)
  const outcome = { type: 'declined', paymentId, code: 'invalid_payment_method' } as const
  return closed(account, attempt, { intent, outcome })
}
