import type { Stripe } from 'stripe'
import { type PaymentAttempt, shippingOf } from '../../checkout/payments/attempt.ts'
import { methodOf } from '../../checkout/payments/redirect-methods.ts'

/** Who pays, where no token of the payment frame says it. */
export const billingDetailsOf = ({ customer: { name, phone, email } }: PaymentAttempt) => ({
  name,
  phone,
  ...(email !== null && { email }),
})

/** PayPal refuses an address that is not in parts. https://docs.stripe.com/payments/paypal */
export function shippingFor(
  attempt: PaymentAttempt,
): Pick<Stripe.PaymentIntentConfirmParams, 'shipping'> {
  const { name, phone, address } = shippingOf(attempt)
  const { street, city, region, postalCode, country } = address
  if (!country && methodOf(attempt.paymentMethod)?.name === 'paypal') return {}
  const [line1 = '', ...lines] = street.trim().split(/\s*\n\s*/)
  return {
    shipping: {
      name,
      phone,
      address: {
        line1,
        ...(lines.length > 0 && { line2: lines.join(', ') }),
        ...(city && { city }),
        ...(region && { state: region }),
        ...(postalCode && { postal_code: postalCode }),
        ...(country && { country }),
      },
    },
  }
}
