import { type CheckoutDeps, providerNames, providerOf } from './checkout-deps.ts'
import type { OrphanResolution, OrphanedPayment } from './ports/orphan-database.ts'
import type { LedgerEntry, PaymentReference } from './ports/provider.ts'
import type { ProviderName } from '../contract/fields.ts'

/** How much one round takes on; the rest is for the next round or for another process. */
const BATCH = 20

/** What the operator wants done with an orphan that is certainly ours. */
export type OrphanRule = 'refund' | 'keep'

type Deps = Pick<CheckoutDeps, 'db' | 'events' | 'providers' | 'tellOwners'>

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
  if (found.type === 'found') await noteOrphan(deps, provider, found)
}

/**
 * Writes a payment down that the record does not know, once, and raises the alarm, also when its money
 * comes back to us: a commit was lost, and its buyer is shown a session that can still be paid. `refusal`: why its provider has
 * given nothing back of it now.
 */
export async function noteOrphan(
  { db, events, tellOwners }: Pick<Deps, 'db' | 'events' | 'tellOwners'>,
  provider: ProviderName,
  { entry, refusal }: { entry: LedgerEntry; refusal?: string },
) {
  const { paymentId, attemptId, storeId, amount, currency, captured, isOpen } = entry
  const recorded = await db.orphans.record(provider, entry, refusal)
  if (!recorded) return
  const { isNew, resolution, store } = recorded
  if (isNew) {
    events.orphanFound({ provider, paymentId, attemptId, storeId, captured, isOpen, currency })
    if (store) tellOwners({ ...storeOf(store), type: 'orphan_found', amount, currency, isOpen })
  }
  if (resolution && attemptId !== null)
    tellResolved(
      { events, tellOwners },
      { provider, paymentId, attemptId, amount, currency, store, resolution },
    )
}

const storeOf = ({ id: storeId, name: storeName }: { id: string; name: string }) => ({
  storeId,
  storeName,
})

type Resolved = Omit<OrphanedPayment, 'refusal' | 'isCertain'> & { resolution: OrphanResolution }

function tellResolved(
  { events, tellOwners }: Pick<Deps, 'events' | 'tellOwners'>,
  { provider, paymentId, attemptId, amount, currency, store, resolution }: Resolved,
) {
  events.orphanResolved({ provider, paymentId, attemptId, resolution })
  if (store)
    tellOwners({ ...storeOf(store), type: 'orphan_resolved', amount, currency, resolution })
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
  return orphans.length === BATCH
}

async function lookAfter(deps: Deps, orphan: OrphanedPayment, rule: OrphanRule) {
  const { provider: name, paymentId, attemptId, resolution } = orphan
  if (resolution) return tellResolved(deps, { ...orphan, resolution })
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
