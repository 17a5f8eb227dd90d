import { createStripeProvider } from '../../server/payments/stripe/stripe-provider.ts'
import { startStripeDouble } from './stripe-double.ts'

export const SERVICE_ID = 'svc_1'

/** The Stripe provider at Stripe's double. `close` throws what did not fit the description. */
export async function openStripeAtTheDouble({
  webhookSecrets,
}: { webhookSecrets?: string[] } = {}) {
  const double = await startStripeDouble()
  const options = {
    secretKey: double.secretKey,
    webhookSecrets: webhookSecrets ?? [double.webhookSecret],
    apiBase: double.url,
    serviceId: SERVICE_ID,
    challengeUrl: (attemptId: string, clientSecret: string) =>
      `https://shop.example/${attemptId}#${clientSecret}`,
    returnUrl: ({ id }: { id: string }) => `https://pay.example/challenges/${id}/return`,
  }
  return {
    double,
    close: double.close,
    provider: createStripeProvider(options),
    /** Waits half a second for an answer. */
    impatient: createStripeProvider({ ...options, timeoutMs: 500 }),
  }
}
