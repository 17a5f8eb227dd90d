import type { OrphanDatabase } from '../../server/checkout/ports/orphan-database.ts'
import type { LedgerEntry } from '../../server/checkout/ports/provider.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import type { OrphanRow, Storage } from './tables.ts'

/** When an orphan is checked after it was found. */
const FIRST_MS = 60 * 60_000

/** How long nobody else gets it. */
const CLAIM_MS = 30_000

const hasMoney = ({ captured, refunded, chargedBack, isOpen }: LedgerEntry) =>
  isOpen || captured > refunded + chargedBack

const STORE = { id: 'st_1', name: 'Loom & Co' }

/** One process's records of payments that the record has lost. */
export function createOrphans(
  { scheduler, storage }: { scheduler: Scheduler; storage: Storage },
  actor: Actor,
): OrphanDatabase {
  const { tables } = storage
  const isRecorded = (attemptId: string | null) => tables.attempts.has(attemptId ?? '')

  function write(values: OrphanRow) {
    const id = `${values.provider} ${values.paymentId}`
    const row = tables.orphans.get(id) ?? {
      committed: undefined,
      dirty: undefined,
      owner: undefined,
    }
    tables.orphans.set(id, row)
    storage.write(row, values)
  }

  function resolutionOf(entry: LedgerEntry) {
    if (isRecorded(entry.attemptId)) return 'recorded'
    if (hasMoney(entry)) return null
    if (entry.chargedBack > 0) return 'charged_back'
    return entry.captured > 0 ? 'refunded' : 'cancelled'
  }

  return {
    record: (provider, entry, refusal) =>
      scheduler.step(actor, ['records the orphan', entry.paymentId], () => {
        const { paymentId, attemptId, amount, currency } = entry
        const known = tables.orphans.get(`${provider} ${paymentId}`)?.committed
        const resolution = resolutionOf(entry)
        const isOver = (known ? known.resolution : 'cancelled') !== null
        if (attemptId === null || (isOver && resolution !== null)) return undefined
        write({
          provider,
          paymentId,
          attemptId,
          amount,
          currency,
          resolution,
          store: STORE,
          isCertain: true,
          refusal: refusal ?? known?.refusal ?? null,
          dueAt: known?.dueAt ?? scheduler.now() + FIRST_MS,
        })
        return { isNew: !known, resolution, store: STORE }
      }),

    claimDue: (providers, limit) =>
      scheduler.step(actor, ['claims', 'orphans'], () => {
        const due = [...tables.orphans.values()]
          .flatMap(({ committed }) => committed ?? [])
          .filter(
            ({ provider, resolution, dueAt }) =>
              resolution === null && dueAt <= scheduler.now() && providers.includes(provider),
          )
          .slice(0, limit)
        return due.map((orphan) => {
          const resolution = isRecorded(orphan.attemptId) ? ('recorded' as const) : null
          const claimed = { ...orphan, resolution, dueAt: scheduler.now() + CLAIM_MS }
          write(claimed)
          return claimed
        })
      }),

    countUnresolved: async () =>
      [...tables.orphans.values()].filter(({ committed }) => committed?.resolution === null).length,
  }
}
