import type { Stripe } from 'stripe'
import type { PaymentAttempt } from '../../checkout/attempt.ts'

/** What every call to Stripe is made with. */
export type StripeAccount = {
  stripe: Stripe
  /**
   * Where the buyer answers the bank's question; Stripe.js asks it there with the client secret.
   */
  challengeUrl: (attemptId: string, clientSecret: string) => string
  /** Where buyers come back to who have confirmed elsewhere. */
  returnUrl: (attempt: Pick<PaymentAttempt, 'id' | 'sessionId'>) => string
  /** Names this service in the metadata of its payments. */
  serviceId: string
  now: () => Date
}
