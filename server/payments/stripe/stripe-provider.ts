import type { PaymentProvider } from '../../checkout/ports/provider.ts'
import type { StripeAccount } from './stripe-account.ts'
import { type StripeApiOptions, isBusy, openStripe } from './stripe-api.ts'
import { authorize } from './stripe-authorize.ts'
import { findEntry, listPayments, returnPayment } from './stripe-books.ts'
import { listActivity, readCharge } from './stripe-charges.ts'
import { amountRule } from './stripe-currencies.ts'
import { parseStripeNotification } from './stripe-notifications.ts'
import { refund, refundPart } from './stripe-refunds.ts'
import { cancel, capture, retrieve } from './stripe-settle.ts'

type StripeProviderOptions = StripeApiOptions &
  Pick<StripeAccount, 'challengeUrl' | 'returnUrl' | 'serviceId'> & {
    /** The signing secrets of the notification endpoint: one, or the old one and the new one. */
    webhookSecrets: readonly string[]
    now?: () => Date
  }

/** A busy answer means that nothing was done and we ask again. It is no failure of Stripe. */
const unlessBusy =
  <Asked extends unknown[], Outcome>(call: (...asked: Asked) => Promise<Outcome>) =>
  async (...asked: Asked) => {
    try {
      return await call(...asked)
    } catch (error) {
      if (isBusy(error)) return { type: 'unknown' } as const
      throw error
    }
  }

/**
 * Payments with Stripe's PaymentIntents: cards with manual capture, other methods without. A
 * payment is created unconfirmed and then confirmed, each step under its own key of the attempt.
 */
export function createStripeProvider({
  webhookSecrets,
  challengeUrl,
  returnUrl,
  serviceId,
  now = () => new Date(),
  ...api
}: StripeProviderOptions): PaymentProvider {
  const account: StripeAccount = {
    stripe: openStripe(api),
    challengeUrl,
    returnUrl,
    serviceId,
    now,
  }
  return {
    name: 'stripe',
    isAvailable: () => true,
    takesRedirects: true,
    amountRule,
    authorize: unlessBusy((attempt) => authorize(account, attempt)),
    capture: unlessBusy((attempt) => capture(account, attempt)),
    cancel: unlessBusy((attempt) => cancel(account, attempt)),
    refund: unlessBusy((attempt) => refund(account, attempt)),
    refundPart: unlessBusy((attempt, part) => refundPart(account, { attempt, part })),
    retrieve: unlessBusy((attempt) => retrieve(account, attempt)),
    readCharge: unlessBusy((attempt) => readCharge(account, attempt)),
    parseNotification: async (rawBody, headers) =>
      parseStripeNotification({ rawBody, headers, secrets: webhookSecrets, serviceId, now: now() }),
    findEntry: unlessBusy((reference) => findEntry(account, reference)),
    returnPayment: unlessBusy((reference) => returnPayment(account, reference)),
    listPayments: (since) => listPayments(account, since),
    listActivity: (since) => listActivity(account.stripe, since),
  }
}
