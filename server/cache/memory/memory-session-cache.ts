import { createRecent } from './recent.ts'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import type { Clocks } from './clocks.ts'
import { entrySeconds } from './entry-lifetime.ts'

/** About 20 MB of sessions; the oldest makes room. */
const MAX_ENTRIES = 10_000

type Entry = { session: CheckoutSession; endsAtMs: number; history: string }

export const createMemorySessionCache = (
  { monotonicMs, wallMs }: Clocks,
  currentHistory: () => string | undefined,
) => {
  const entries = createRecent<Entry>(MAX_ENTRIES)

  const findEntry = (sessionId: string) => {
    const entry = entries.find(sessionId)
    const isAlive = entry && entry.endsAtMs > monotonicMs() && entry.history === currentHistory()
    if (entry === undefined || isAlive) return entry
    entries.forget(sessionId)
    return undefined
  }

  return {
    /** A copy, as from Redis, so that a reader's changes stay with that reader. */
    find: (sessionId: string) => structuredClone(findEntry(sessionId)?.session),

    put(session: CheckoutSession) {
      const history = currentHistory()
      if (history === undefined) return
      const known = findEntry(session.id)
      if (known !== undefined && known.session.version >= session.version) return
      const endsAtMs = monotonicMs() + entrySeconds(session, wallMs()) * 1000
      entries.put(session.id, { session: structuredClone(session), endsAtMs, history })
    },
  }
}
