import { deriveWorkKey } from '../auth/key-material.ts'
import { ids } from '../auth/random.ts'
import { createWorkProofs } from '../auth/work-proofs.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { TellOwners } from '../checkout/ports/owner-news.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { Config } from '../config.ts'
import { createBreaker } from '../payments/breaker.ts'
import { withCallDeadline } from '../payments/call-deadline.ts'
import { openCheckoutDatabase } from '../postgres/checkout/checkout-database.ts'
import { openReconciliation } from '../postgres/reconciliation.ts'
import { openReconciliationSchedule } from '../postgres/reconciliation-schedule.ts'
import { openTestBooks } from './open-database.ts'
import type { Ground } from './open-ground.ts'
import { type OpenProviders, openProviders, paymentsOf } from './open-providers.ts'

export type Money = Awaited<ReturnType<typeof openMoney>>

type Needs = { ground: Ground; tellOwners: TellOwners; opening: AsyncDisposableStack }

/** What takes payments and gives them back, and compares the books. */
export async function openMoney(config: Config, { ground, tellOwners, opening }: Needs) {
  const { pool, connection, material, events } = ground
  const books = openTestBooks(config, { events, opening })
  const parts = await openProviders(config, { pool, books, material })
  const { taking, test } = parts
  const checkout: CheckoutDeps = {
    db: openCheckoutDatabase(pool, ground.onExpired),
    cache: ground.cache,
    ...boundProviders(parts, ground),
    clock: { now: ground.now },
    ids,
    events,
    tellOwners,
    workProofs: createWorkProofs(deriveWorkKey(material)),
    reach: ground.reach,
  }
  return {
    checkout,
    /** What the payment providers bring beside their adapters. */
    parts,
    payments: paymentsOf(parts, config),
    takesPlainCards: ({ isTest }: { isTest: boolean }) =>
      (isTest ? test : taking).takePlainCard !== undefined,
    reconciliation: {
      schedule: openReconciliationSchedule(pool),
      openRecords: () => openReconciliation(connection),
    },
  }
}

/** With a deadline and a breaker around each call; only the one that takes payments is told of. */
function boundProviders({ taking, others }: OpenProviders, { log, events, monotonicMs }: Ground) {
  for (const { provider } of others)
    if (provider.name !== 'test')
      log.info({ provider: provider.name }, 'another payment provider is open for what began there')
  const bound = (provider: PaymentProvider, onChange: (isOpen: boolean) => void = () => {}) =>
    withCallDeadline(provider, {
      breaker: createBreaker({ monotonicMs, onChange }),
      onFailure: events.providerFailed,
    })
  const provider = bound(taking.provider, (isOpen) =>
    isOpen ? events.providerUnavailable() : events.providerAvailable(),
  )
  const otherProviders = others.map((other) => bound(other.provider))
  return {
    provider,
    testProvider: otherProviders.find(({ name }) => name === 'test') ?? provider,
    providers: [provider, ...otherProviders],
  }
}
