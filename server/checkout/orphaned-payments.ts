import { type CheckoutDeps, providerNames, providerOf } from './checkout-deps.ts'
import type { OrphanedPayment } from './ports/orphan-database.ts'
import type { LedgerEntry, PaymentReference } from './ports/provider.ts'
import type { ProviderName } from '../contract/fields.ts'

/** How much one round takes on; the rest is for the next round or for another process. */
const BATCH = 20

/** What the operator wants done with an orphan that is certainly ours. */
export type OrphanRule = 'refund' | 'keep'

type Deps = Pick<CheckoutDeps, 'db' | 'events' | 'providers'>

/**
 * A provider has told of a payment whose attempt is not on record: what it is about is read from
 * its books. @throws {Error} when they cannot be read now, so that the provider tells again
 */
export async function receiveOrphan(
  deps: Deps,
  { provider, ...reference }: PaymentReference & { provider: ProviderName },
) {
  const found = await providerOf(deps, { provider }).findEntry(reference)
  if (found.type === 'unknown') throw new Error('the payment could not be read')
  if (found.type === 'found') await noteOrphan(deps, provider, found.entry)
}

/**
 * Writes a payment down that the record does not know, once, and raises the alarm: a commit was
 * lost, and its buyer is shown a session that can still be paid.
 */
export async function noteOrphan(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  provider: ProviderName,
  entry: LedgerEntry,
) {
  const { paymentId, attemptId, storeId, currency, captured, isOpen } = entry
  const recorded = await db.orphans.record(provider, entry)
  if (recorded?.isNew)
    events.orphanFound({ provider, paymentId, attemptId, storeId, captured, isOpen, currency })
  return recorded
}

/**
 * One round of looking after orphans that were found an hour ago or longer: those that are certainly
 * ours are given back if that is the rule; of the others we look what has become.
 */
export async function returnOrphans(deps: Deps, rule: OrphanRule) {
  const orphans = await deps.db.orphans.claimDue(providerNames(deps), BATCH)
  await Promise.all(
    orphans.map((orphan) =>
      lookAfter(deps, orphan, rule).catch((error: unknown) => {
        deps.events.recoveryFailed({ attemptId: orphan.attemptId, error })
      }),
    ),
  )
}

async function lookAfter(deps: Deps, orphan: OrphanedPayment, rule: OrphanRule) {
  const { paymentId, attemptId } = orphan
  const resolved = (resolution: NonNullable<OrphanedPayment['resolution']>) =>
    deps.events.orphanResolved({ provider: orphan.provider, paymentId, attemptId, resolution })
  if (orphan.resolution) return resolved(orphan.resolution)
  const provider = providerOf(deps, orphan)
  const isReturned = rule === 'refund' && orphan.isCertain
  const outcome = await provider[isReturned ? 'returnPayment' : 'findEntry'](orphan)
  if (outcome.type !== 'found') return undefined
  const recorded = await noteOrphan(deps, orphan.provider, outcome.entry)
  return recorded?.resolution ? resolved(recorded.resolution) : undefined
}
