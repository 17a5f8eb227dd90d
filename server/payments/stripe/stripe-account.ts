import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'

/** What every call to Stripe needs. */
export type StripeAccount = {
  stripe: Stripe
  /** The page on which Stripe.js asks the bank's question. It needs the client secret for that. */
  challengeUrl: (attemptId: string, clientSecret: string) => string
  /** Where buyers return after confirming off the page. */
  returnUrl: (attempt: Pick<PaymentAttempt, 'id' | 'sessionId'>) => string
  /** Names this service in the metadata of its payments. */
  serviceId: string
  now: () => Date
}
