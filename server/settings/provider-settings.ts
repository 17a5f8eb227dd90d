import * as z from 'zod'
import { ProviderName } from '../contract/fields.ts'

/** Who takes the money; what that provider needs is in its own folder. */
export const ProviderSettings = z
  .object({
    PAYMENT_PROVIDER: z
      .enum(ProviderName.options, `must be ${ProviderName.options.join(' or ')}`)
      .default('test'),
    /** Whether money of payments that the record has lost is given back after an hour. */
    ORPHANED_PAYMENTS: z.enum(['refund', 'keep'], 'must be refund or keep').default('refund'),
  })
  .transform(({ PAYMENT_PROVIDER, ORPHANED_PAYMENTS }) => ({
    paymentProvider: PAYMENT_PROVIDER,
    orphanRule: ORPHANED_PAYMENTS,
  }))
