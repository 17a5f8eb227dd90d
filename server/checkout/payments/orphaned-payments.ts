import { type CheckoutDeps, providerNames, providerOf } from '../checkout-deps.ts'
import type { OrphanResolution, OrphanedPayment } from '../ports/orphan-database.ts'
import type { LedgerEntry, PaymentReference } from '../ports/provider.ts'
import type { ProviderName } from '../../contract/fields.ts'

/** How many orphans one round takes; the next round or another process takes the rest. */
const BATCH = 20

/** What the operator wants to happen with an orphan that is certainly ours. */
export type OrphanRule = 'refund' | 'keep'

type Deps = Pick<CheckoutDeps, 'db' | 'events' | 'providers' | 'notifyOwners'>

/**
 * A provider notifies us of a payment whose attempt is not on record: reads it from its books.
 * @throws {Error} the books cannot be read now, and the provider should notify us again
 */
export async function receiveOrphan(
  deps: Deps,
  { provider, ...reference }: PaymentReference & { provider: ProviderName },
) {
  const found = await providerOf(deps, { provider }).findEntry(reference)
  if (found.type === 'unknown') throw new Error('the payment could not be read')
  if (found.type === 'found') await noteOrphan(deps, provider, found)
}

/**
 * Records an unknown payment, once, and raises the alarm. It does so even when the money comes back
 * to us: a commit was lost, and the buyer sees a session that can still be paid. `refusal`: why the
 * provider gives nothing back now.
 */
export async function noteOrphan(
  { db, events, notifyOwners }: Pick<Deps, 'db' | 'events' | 'notifyOwners'>,
  provider: ProviderName,
  { entry, refusal }: { entry: LedgerEntry; refusal?: string },
) {
  const { paymentId, attemptId, storeId, amount, currency, captured, isOpen } = entry
  const recorded = await db.orphans.record(provider, entry, refusal)
  if (!recorded) return
  const { isNew, resolution, store } = recorded
  if (isNew) {
    events.orphanFound({ provider, paymentId, attemptId, storeId, captured, isOpen, currency })
    if (store) notifyOwners({ ...storeOf(store), type: 'orphan_found', amount, currency, isOpen })
  }
  if (resolution && attemptId !== null)
    notifyResolved(
      { events, notifyOwners },
      { provider, paymentId, attemptId, amount, currency, store, resolution },
    )
}

const storeOf = ({ id: storeId, name: storeName }: { id: string; name: string }) => ({
  storeId,
  storeName,
})

type OrphanDecision = Omit<OrphanedPayment, 'refusal' | 'isCertain'> & {
  resolution: OrphanResolution
}

function notifyResolved(
  { events, notifyOwners }: Pick<Deps, 'events' | 'notifyOwners'>,
  { provider, paymentId, attemptId, amount, currency, store, resolution }: OrphanDecision,
) {
  events.orphanResolved({ provider, paymentId, attemptId, resolution })
  if (store)
    notifyOwners({ ...storeOf(store), type: 'orphan_resolved', amount, currency, resolution })
}

/**
 * One round for orphans that were found an hour ago or earlier. Gives back those that are certainly
 * ours, if that is the rule, and asks the provider about the others. Returns whether it was full.
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
  return orphans.length === BATCH
}

async function lookAfter(deps: Deps, orphan: OrphanedPayment, rule: OrphanRule) {
  const { provider: name, paymentId, attemptId, resolution } = orphan
  if (resolution) return notifyResolved(deps, { ...orphan, resolution })
  const provider = providerOf(deps, orphan)
  const isReturned = rule === 'refund' && orphan.isCertain
  const outcome = await provider[isReturned ? 'returnPayment' : 'findEntry'](orphan)
  if (outcome.type !== 'found') return undefined
  await noteOrphan(deps, name, outcome)
  const { refusal } = outcome
  if (refusal !== undefined && refusal !== orphan.refusal)
    deps.events.orphanRefused({ provider: name, paymentId, attemptId, code: refusal })
  return undefined
}
