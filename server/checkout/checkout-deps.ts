import type { ProviderName } from '../contract/fields.ts'
import type { CheckoutEvents } from './ports/checkout-events.ts'
import type { Cache } from './ports/cache.ts'
import type { PaymentProvider } from './ports/provider.ts'
import type { CheckoutDatabase } from './ports/database.ts'
import type { TellOwners } from './ports/owner-news.ts'
import type { WorkProofs } from './ports/work-proofs.ts'

export type Clock = { now(): Date }

export type Ids = { session(): string; attempt(): string; orderNumber(): string; refund(): string }

/**
 * The kill points of a payment, in the order in which it passes them; K9 is recovery's own, K10 and
 * K11 are those of a refund.
 */
export type Failpoint = 'K1' | 'K2' | 'K3' | 'K4' | 'K5' | 'K6' | 'K7' | 'K8' | 'K9' | 'K10' | 'K11'

/** What the use cases need of the world. */
export type CheckoutDeps = {
  db: CheckoutDatabase
  cache: Cache
  /** Takes new payments of live stores. */
  provider: PaymentProvider
  /** Takes those of test stores; the same one where no real money moves at all. */
  testProvider: PaymentProvider
  /** All that are open, those two among them. */
  providers: readonly PaymentProvider[]
  clock: Clock
  ids: Ids
  events: CheckoutEvents
  tellOwners: TellOwners
  workProofs: WorkProofs
  /**
   * Passed where a death is worst: a test may let the process die there. Does nothing otherwise.
   */
  reach(failpoint: Failpoint): void
}

type Providers = Pick<CheckoutDeps, 'providers'>

/** Who takes new payments of a store, and says which amounts it can take. */
export const takingProvider = (
  { provider, testProvider }: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  { isTest }: { isTest: boolean },
): PaymentProvider => (isTest ? testProvider : provider)

export const providerNames = ({ providers }: Providers): ProviderName[] =>
  providers.map(({ name }) => name)

/**
 * Whom a payment is asked about: the provider that it began at, whoever takes new payments now.
 * @throws {Error} when that one is not open
 */
export function providerOf(
  { providers }: Providers,
  attempt: { provider: ProviderName },
): PaymentProvider {
  const provider = providers.find(({ name }) => name === attempt.provider)
  if (!provider) throw new Error(`the payment provider ${attempt.provider} is not open`)
  return provider
}
