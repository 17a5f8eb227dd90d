import type { CheckoutEvents } from './ports/checkout-events.ts'
import type { Cache } from './ports/cache.ts'
import type { PaymentProvider } from './ports/provider.ts'
import type { CheckoutDatabase } from './ports/database.ts'

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
  provider: PaymentProvider
  clock: Clock
  ids: Ids
  events: CheckoutEvents
  /**
   * Passed where a death is worst: a test may let the process die there. Does nothing otherwise.
   */
  reach(failpoint: Failpoint): void
}
