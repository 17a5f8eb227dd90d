import { deriveWorkKey } from '../auth/key-material.ts'
import { createWorkProofs } from '../auth/work-proofs.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { NotifyOwners } from '../checkout/ports/owner-news.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { Config } from '../config.ts'
import { createBreaker } from '../payments/breaker.ts'
import { withCallDeadline } from '../payments/call-deadline.ts'
import { kindOf } from '../payments/failure-kind.ts'
import { openCheckoutDatabase } from '../postgres/checkout-database.ts'
import { openReconciliation } from '../postgres/reconciliation/reconciliation.ts'
import { openReconciliationSchedule } from '../postgres/reconciliation/reconciliation-schedule.ts'
import { openTestBooks } from './open-database.ts'
import type { Infrastructure } from './open-infrastructure.ts'
import { type OpenProviders, openProviders, paymentsOf } from './open-providers.ts'

export type Money = Awaited<ReturnType<typeof openMoney>>

type MoneyDeps = {
  infrastructure: Infrastructure
  notifyOwners: NotifyOwners
  opening: AsyncDisposableStack
}

/** Payments, refunds, and the comparison with the providers' books. */
export async function openMoney(
  config: Config,
  { infrastructure, notifyOwners, opening }: MoneyDeps,
) {
  const { pool, connection, material, events, now } = infrastructure
  const books = openTestBooks(config, {
    onIdleError: (error) => events.databaseConnectionLost({ error }),
    opening,
  })
  const parts = await openProviders(config, { pool, books, material, now })
  const { taking, test } = parts
  const checkout: CheckoutDeps = {
    db: openCheckoutDatabase(pool, {
      onExpired: infrastructure.onExpired,
      mailsSellers: config.smtp !== undefined,
    }),
    cache: infrastructure.cache,
    ...boundProviders(parts, infrastructure),
    clock: { now },
    ids: infrastructure.ids,
    events,
    notifyOwners,
    workProofs: createWorkProofs(deriveWorkKey(material)),
    reach: infrastructure.reach,
  }
  return {
    checkout,
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

/** Gives each call a deadline and a breaker. Only the taking provider's outages are logged. */
function boundProviders({ taking, others }: OpenProviders, infrastructure: Infrastructure) {
  const { log, events, monotonicMs, timeouts, inSessionSpan } = infrastructure
  for (const { provider } of others)
    if (provider.name !== 'test')
      log.info({ provider: provider.name }, 'another payment provider is open for what began there')
  const bound = (provider: PaymentProvider, onChange: (isOpen: boolean) => void = () => {}) =>
    withCallDeadline(provider, {
      breaker: createBreaker({ monotonicMs, onChange }),
      timeoutMs: timeouts.providerMs,
      onFailure: (failure) =>
        events.providerFailed({
          ...failure,
          provider: provider.name,
          kind: kindOf(failure.error),
        }),
      onEnd: (ended) => events.providerCalled({ ...ended, provider: provider.name }),
      around: ({ call, attemptId, sessionId }, answer) =>
        inSessionSpan(
          {
            name: `${provider.name} ${call}`,
            sessionId,
            attributes: { 'checkout.provider': provider.name, 'checkout.attempt': attemptId },
          },
          answer,
        ),
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
