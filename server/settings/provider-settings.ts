import * as z from 'zod'

/** Who takes the money; what that provider needs is in its own folder. */
export const ProviderSettings = z
  .object({
    PAYMENT_PROVIDER: z.enum(['test', 'stripe'], 'must be test or stripe').default('test'),
  })
  .transform(({ PAYMENT_PROVIDER }) => ({ paymentProvider: PAYMENT_PROVIDER }))
