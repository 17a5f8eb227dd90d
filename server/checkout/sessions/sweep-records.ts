import type { OldRecords } from '../ports/old-records.ts'

/** Small, so that statements are short and nobody waits for their locks. */
const BATCH = 200

/** Below every number of a record. */
const BEGINNING = Number.MIN_SAFE_INTEGER

type Sweeping = {
  records: OldRecords
  /** Days until buyers' data are erased (contract §2). */
  retentionDays: number
  mustStop: () => boolean
  onFailure: (error: unknown) => void
}

/** Does one batch, and answers whether another one may follow. */
type Step = () => Promise<boolean>

/**
 * One round of deleting old records, until none is left: each kind does a batch in turn, so none
 * waits for the others. Where a round takes longer than a minute, another process begins its own
 * beside it. So records go as fast as they can come.
 */
export async function sweepRecords({ records, retentionDays, mustStop, onFailure }: Sweeping) {
  if (!(await records.claim())) return
  let steps: Step[] = [
    untilFew((limit) => records.eraseBuyers(limit, retentionDays)),
    untilFew(records.deleteSessions),
    inOrder(records.deleteEvents),
    inOrder(records.deleteDeliveries),
    inOrder(records.deleteMails),
    inOrder(records.deleteSaleMails),
    inOrder(records.deleteSaleMailOrders),
    untilFew(records.deleteMailCounts),
    untilFew(records.deleteEndpoints),
    inOrder(records.deleteRequests),
    untilFew(records.deleteKeys),
    untilFew(records.deleteNotifications),
    untilFew(records.deleteFiles),
  ]
  while (steps.length > 0) {
    const unfinished: Step[] = []
    for (const step of steps)
      try {
        if (mustStop()) return
        if (await step()) unfinished.push(step)
      } catch (error) {
        // A failure of one kind does not stop the others.
        onFailure(error)
      }
    steps = unfinished
  }
}

const untilFew =
  (sweep: (limit: number) => Promise<number>): Step =>
  async () =>
    (await sweep(BATCH)) === BATCH

function inOrder(sweep: OldRecords['deleteEvents']): Step {
  let after: number | undefined = BEGINNING
  return async () => {
    after = await sweep(BATCH, after ?? BEGINNING)
    return after !== undefined
  }
}
