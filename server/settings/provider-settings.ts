import * as z from 'zod'
import { ProviderName } from '../contract/fields.ts'
import { SettingTexts } from '../contract/setting-texts.ts'

/** Who takes the money. The settings of that provider are in its own folder. */
export const ProviderSettings = z
  .object({
    PAYMENT_PROVIDER: z
      .enum(ProviderName.options, `must be ${ProviderName.options.join(' or ')}`)
      .default('test')
      .register(SettingTexts, {
        summary: 'who takes new payments; `test` takes no real money',
        more: '`test` refuses to start in production. [Stripe](stripe.md) says how to change from one to the other.',
      }),
    ORPHANED_PAYMENTS: z
      .enum(['refund', 'keep'], 'must be refund or keep')
      .default('refund')
      .register(SettingTexts, {
        summary: 'what happens to money whose payment the database has lost',
        more: '`refund` gives the money back an hour after it was found, `keep` leaves it. [When the database forgets](operate.md#when-the-database-forgets) says more.',
      }),
  })
  .transform(({ PAYMENT_PROVIDER, ORPHANED_PAYMENTS }) => ({
    paymentProvider: PAYMENT_PROVIDER,
    orphanRule: ORPHANED_PAYMENTS,
  }))
