import * as z from 'zod'
import { ProviderName } from '../contract/fields.ts'

/** Who takes the money; what that provider needs is in its own folder. */
export const ProviderSettings = z
  .object({
    PAYMENT_PROVIDER: z
      .enum(ProviderName.options, `must be ${ProviderName.options.join(' or ')}`)
      .default('test'),
  })
  .transform(({ PAYMENT_PROVIDER }) => ({ paymentProvider: PAYMENT_PROVIDER }))
