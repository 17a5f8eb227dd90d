import type { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'
import { fromStripeAmount } from './stripe-currencies.ts'
import { refundedOf } from './stripe-outcomes.ts'

const isDisputed = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  typeof charge === 'object' && charge !== null && charge.disputed

/** What lost disputes gave to the buyer, in the minor unit of the payment's currency. */
export async function chargedBackOf(
  { stripe }: Pick<StripeAccount, 'stripe'>,
  intent: Stripe.PaymentIntent,
): Promise<number> {
  if (!isDisputed(intent)) return 0
  let sum = 0
  for await (const dispute of stripe.disputes.list({ payment_intent: intent.id, limit: 100 }))
    if (dispute.status === 'lost') sum += dispute.amount
  return fromStripeAmount(sum, intent.currency.toUpperCase())
}

/** Whether a lost dispute took all that was not refunded, so that nothing is left. */
export async function isChargedBack(
  account: Pick<StripeAccount, 'stripe'>,
  intent: Stripe.PaymentIntent,
): Promise<boolean> {
  const chargedBack = await chargedBackOf(account, intent)
  const left = intent.amount_received - refundedOf(intent)
  return chargedBack > 0 && chargedBack >= fromStripeAmount(left, intent.currency.toUpperCase())
}
