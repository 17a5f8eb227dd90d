import { openStripe } from './stripe-api.ts'
import { NEWS } from './stripe-notifications.ts'
import type { StripeSettings } from './stripe-settings.ts'

export type StripeDiagnosis = {
  takesRealMoney: boolean
  /** Undefined: the account has none at this address. */
  endpoint: { isEnabled: boolean; missingEvents: string[] } | undefined
}

/**
 * What Stripe says of the account and of its webhook endpoint at `notificationsUrl`. Rejects with
 * Stripe's refusal, such as that of a key that is wrong.
 */
export async function diagnoseStripe(
  { secretKey, apiBase }: Pick<StripeSettings, 'secretKey' | 'apiBase'>,
  notificationsUrl: string,
): Promise<StripeDiagnosis> {
  const stripe = openStripe({ secretKey, apiBase })
  const { livemode } = await stripe.balance.retrieve()
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
  const found = endpoints.data.find(({ url }) => url === notificationsUrl)
  const events = new Set<string>(found?.enabled_events)
  return {
    takesRealMoney: livemode,
    endpoint: found && {
      isEnabled: found.status === 'enabled',
      missingEvents: events.has('*') ? [] : [...NEWS].filter((event) => !events.has(event)),
    },
  }
}
