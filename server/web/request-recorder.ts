import type { AnsweredRequest } from './answered-request.ts'

/** What waits to be written down: some seconds of a busy process, about 3 MB. */
export const MAX_WAITING = 10_000

const DELETED_AT_ONCE = 1000

/** Where answered requests are kept. */
export type RequestLogRecords = {
  /**
   * Writes them down, each once however often it comes, and with them when their keys were used.
   */
  recordRequests(requests: AnsweredRequest[]): Promise<void>
  /** Deletes some of those that are older than 7 days, the oldest first, and says how many. */
  deleteOldRequests(limit: number): Promise<number>
}

type Deps = {
  records: RequestLogRecords
  events: {
    /** Requests that no log will show. Without an error: there was no room for them. */
    requestsUnrecorded(fields: { count: number; error?: unknown }): void
    oldRequestsKept(fields: { error: unknown }): void
  }
}

export type RequestRecorder = ReturnType<typeof createRequestRecorder>

/**
 * The stores' request logs, written behind the answers: no request waits for them or fails with
 * them.
 */
export function createRequestRecorder({ records, events }: Deps) {
  let waiting: AnsweredRequest[] = []
  /** Could not be written, and is tried once more. */
  let failed: AnsweredRequest[] = []
  let dropped = 0

  async function retry(requests: AnsweredRequest[]) {
    try {
      await records.recordRequests(requests)
    } catch (error) {
      events.requestsUnrecorded({ count: requests.length, error })
    }
  }

  async function flush() {
    const [again, fresh] = [failed, waiting]
    failed = []
    waiting = []
    if (dropped > 0) events.requestsUnrecorded({ count: dropped })
    dropped = 0
    if (again.length > 0) await retry(again)
    if (fresh.length > 0)
      await records.recordRequests(fresh).catch(() => {
        failed = fresh
      })
  }

  return {
    record(request: AnsweredRequest) {
      if (waiting.length < MAX_WAITING) waiting.push(request)
      else dropped += 1
    },
    /** One at a time. */
    flush,
    /** Deletes what is older than 7 days, in small batches. */
    async forgetOld() {
      try {
        let deleted
        do deleted = await records.deleteOldRequests(DELETED_AT_ONCE)
        while (deleted === DELETED_AT_ONCE)
      } catch (error) {
        events.oldRequestsKept({ error })
      }
    },
    /** After the last request. */
    async close() {
      await flush()
      if (failed.length > 0) await retry(failed)
    },
  }
}
