import type { ProviderName } from '../contract/fields.ts'
import type { CheckoutEvents } from './ports/checkout-events.ts'
import type { Cache } from './ports/cache.ts'
import type { PaymentProvider } from './ports/provider.ts'
import type { CheckoutDatabase } from './ports/database.ts'
import type { NotifyOwners } from './ports/owner-news.ts'
import type { WorkProofs } from './ports/work-proofs.ts'

export type Clock = { now(): Date }

export type Ids = {
  session(storeId: string): string
  attempt(): string
  orderNumber(): string
  refund(): string
  refundOf(request: string): string
}

/** The kill points of a payment in order; K9 belongs to recovery, K10 and K11 to refunds. */
export type Failpoint = 'K1' | 'K2' | 'K3' | 'K4' | 'K5' | 'K6' | 'K7' | 'K8' | 'K9' | 'K10' | 'K11'

/** What the use cases need from outside. */
export type CheckoutDeps = {
  db: CheckoutDatabase
  cache: Cache
  /** Takes new payments of live stores. */
  provider: PaymentProvider
  /** Takes new payments of test stores. It is `provider` where no real money moves at all. */
  testProvider: PaymentProvider
  /** All open providers, including those two. */
  providers: readonly PaymentProvider[]
  clock: Clock
  ids: Ids
  events: CheckoutEvents
  notifyOwners: NotifyOwners
  workProofs: WorkProofs
  /** Called where a death of the process is worst, so that a test can kill it there. */
  reach(failpoint: Failpoint): void
}

type Providers = Pick<CheckoutDeps, 'providers'>

/** The provider that takes a store's new payments and decides which amounts are possible. */
export const takingProvider = (
  { provider, testProvider }: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  { isTest }: { isTest: boolean },
): PaymentProvider => (isTest ? testProvider : provider)

export const providerNames = ({ providers }: Providers): ProviderName[] =>
  providers.map(({ name }) => name)

/** The provider at which the payment began. @throws {Error} that provider is not open */
export function providerOf(
  { providers }: Providers,
  attempt: { provider: ProviderName },
): PaymentProvider {
  const provider = providers.find(({ name }) => name === attempt.provider)
  if (!provider) throw new Error(`the payment provider ${attempt.provider} is not open`)
  return provider
}
