import type { AnsweredRequest } from '../answers/answered-request.ts'

/** How many requests wait to be stored: some seconds of a busy process, about 3 MB. */
export const MAX_WAITING = 10_000

export type RequestLogRecords = {
  /** Stores requests and when their keys were used. A request that comes twice is stored once. */
  recordRequests(requests: AnsweredRequest[]): Promise<void>
}

type Deps = {
  records: RequestLogRecords
  events: {
    /** These requests are in no log. Without `error` there was no room for them. */
    requestsUnrecorded(fields: { count: number; error?: unknown }): void
  }
}

export type RequestRecorder = ReturnType<typeof createRequestRecorder>

/** Writes the stores' request logs in the background, so that no request waits or fails. */
export function createRequestRecorder({ records, events }: Deps) {
  let waiting: AnsweredRequest[] = []
  /** Failed once; the next flush tries them a last time. */
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
    /** One flush runs at a time. */
    flush,
    /** To be called after the last request. */
    async close() {
      await flush()
      if (failed.length > 0) await retry(failed)
    },
  }
}
