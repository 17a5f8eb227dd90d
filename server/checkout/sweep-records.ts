import type { OldRecords } from './ports/old-records.ts'

/** So few at once that no statement is long and nobody waits for its locks. */
const BATCH = 200

/** What one process does of each kind before the next minute's one goes on. */
const MOST_BATCHES = 50

type Sweeping = {
  records: OldRecords
  /** contract §2: after that buyers' data are erased. */
  retentionDays: number
  mustStop: () => boolean
  onFailure: (error: unknown) => void
}

/** One round of forgetting, in one process at a time. */
export async function sweepRecords({ records, retentionDays, mustStop, onFailure }: Sweeping) {
  if (!(await records.claim())) return
  for (const sweep of [
    (limit: number) => records.eraseBuyers(limit, retentionDays),
    records.deleteSessions,
    records.deleteEvents,
    records.deleteDeliveries,
    records.deleteEndpoints,
    records.deleteKeys,
    records.deleteNotifications,
  ])
    try {
      for (let batches = 0; batches < MOST_BATCHES && !mustStop(); batches += 1)
        if ((await sweep(BATCH)) < BATCH) break
    } catch (error) {
      // The others do not wait for whatever is the matter with these.
      onFailure(error)
    }
}
