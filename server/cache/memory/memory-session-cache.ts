import type { CheckoutSession } from '../../checkout/session.ts'
import type { Clocks } from './clocks.ts'
import { entrySeconds } from './entry-lifetime.ts'

/** About 20 MB of sessions; the oldest gives way. */
const MAX_ENTRIES = 10_000

type Entry = { session: CheckoutSession; endsAtMs: number; history: string }

export const createMemorySessionCache = (
  { monotonicMs, wallMs }: Clocks,
  currentHistory: () => string | undefined,
) => {
  const entries = new Map<string, Entry>()

  const findEntry = (sessionId: string) => {
    const entry = entries.get(sessionId)
    const isAlive = entry && entry.endsAtMs > monotonicMs() && entry.history === currentHistory()
    if (entry === undefined || isAlive) return entry
    entries.delete(sessionId)
    return undefined
  }

  return {
    /** A copy, as from Redis: what a reader does to it stays with that reader. */
    find: (sessionId: string) => structuredClone(findEntry(sessionId)?.session),

    put(session: CheckoutSession) {
      const history = currentHistory()
      if (history === undefined) return
      const known = findEntry(session.id)
      if (known !== undefined && known.session.version >= session.version) return
      entries.delete(session.id)
      const endsAtMs = monotonicMs() + entrySeconds(session, wallMs()) * 1000
      entries.set(session.id, { session: structuredClone(session), endsAtMs, history })
      const [oldest] = entries.keys()
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    },
  }
}
