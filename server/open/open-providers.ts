import { deriveNotificationSecret } from '../auth/key-material.ts'
import { randomBase62 } from '../auth/random.ts'
import type { Payments } from '../checkout/sessions/view-checkout.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { ProviderParts } from '../payments/provider-parts.ts'
import { openTestLedger } from '../payments/test/test-ledger.ts'
import { openTestProvider } from '../payments/test/test-parts.ts'
import { type UnderWay, countUnderWay } from '../postgres/payments/under-way.ts'
import { readServiceId } from '../postgres/upkeep/database-history.ts'
import type { Pool } from '../postgres/database.ts'
import { openTestRecords } from '../postgres/records.ts'

type Opening = {
  pool: Pool
  /** The database of the test provider's books, when they have one of their own. */
  books?: Pool | undefined
  material: string
  serviceId: string
  now: () => Date
}

/**
 * `taking` takes the payments of live stores, `test` those of test stores. Both are the same when
 * no real money moves. `others`: all but `taking`.
 */
export type OpenProviders = {
  taking: ProviderParts
  test: ProviderParts
  others: ProviderParts[]
}

/**
 * Opens the provider that takes payments, the test provider, and Stripe if it is set, which older
 * payments may need (payments §8). @throws {ConfigError} when a payment is under way at a provider
 * that is not set
 */
export async function openProviders(
  config: Config,
  given: Omit<Opening, 'serviceId'>,
): Promise<OpenProviders> {
  const opening = { ...given, serviceId: await readServiceId(given.pool) }
  const test = openTest(config, opening)
  const stripe = await openStripeIfSet(config, opening)
  if (config.paymentProvider === 'stripe') {
    if (!stripe) throw new Error('the settings of the provider that takes payments are there')
    return { taking: stripe, test, others: [test] }
  }
  const underWay = await countUnderWay(opening.pool)
  const left = underWay.find(({ provider }) => provider === 'stripe')
  if (left && !stripe) throw stranded(left)
  return { taking: test, test, others: stripe ? [stripe] : [] }
}

/** What pages need to know of their payment provider. */
export function paymentsOf(
  { taking, test }: Pick<OpenProviders, 'taking' | 'test'>,
  { paymentFrameUrl: frameUrl }: Config,
): Payments {
  const of = ({ provider: { name: provider }, publishableKey }: ProviderParts) => ({
    provider,
    frameUrl,
    ...(publishableKey !== undefined && { publishableKey }),
  })
  return { live: of(taking), test: of(test) }
}

const addressesOf = ({ paymentFrameUrl }: Config) => ({
  challengesUrl: `${paymentFrameUrl}/challenges`,
})

/** Loaded only when needed: the library takes 34 MB. */
async function openStripeIfSet(config: Config, { serviceId, now }: Opening) {
  if (!config.stripe) return undefined
  const { openStripeProvider } = await import('../payments/stripe/stripe-parts.ts')
  return openStripeProvider({ ...config.stripe, ...addressesOf(config), serviceId, now })
}

function openTest(config: Config, { pool, books = pool, material, now }: Opening) {
  const ledger = openTestLedger(books)
  return openTestProvider({
    ledger,
    records: openTestRecords(pool, { ledger, ofTestStoresOnly: config.paymentProvider !== 'test' }),
    randomId: randomBase62,
    notificationSecret: deriveNotificationSecret(material),
    now,
    ...addressesOf(config),
    faults: { rate: config.testProviderFaults, random: Math.random },
  })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function stranded({ provider, payments, refunds }: UnderWay) {
  const what = [
    ...(payments > 0 ? [counted(payments, 'payment')] : []),
    ...(refunds > 0 ? [counted(refunds, 'refund')] : []),
  ].join(' and ')
  return new ConfigError(
    'PAYMENT_PROVIDER',
    `${what} of ${provider} ${payments + refunds === 1 ? 'is' : 'are'} under way; ` +
      'set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET as before, ' +
      `or PAYMENT_PROVIDER=${provider} until they have ended`,
  )
}
