import type { Cache, Rate } from '../../checkout/ports/cache.ts'
import { isTerminal } from '../../checkout/sessions/session.ts'
import { type Clocks, SYSTEM_CLOCKS } from './clocks.ts'
import { createMemoryIdleTimes } from './memory-idle-times.ts'
import { createListeners } from './listeners.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createMemorySessionCache } from './memory-session-cache.ts'

/** The cache of a single process, used instead of `openRedisCache` without Redis. */
export const openMemoryCache = ({
  rateLimit,
  clocks = SYSTEM_CLOCKS,
  history = () => 'the only one',
}: {
  rateLimit: Rate
  clocks?: Clocks
  /** The history of the database. While it is unknown (undefined) no copy is read or made. */
  history?: () => string | undefined
}): Cache => {
  const limiter = createMemoryRateLimiter(rateLimit, clocks.monotonicMs)
  const sessions = createMemorySessionCache(clocks, history)
  const listeners = createListeners()
  const idleTimes = createMemoryIdleTimes(clocks.monotonicMs)

  return {
    limiter: { take: async (key, rate) => limiter.take(key, rate) },
    sessions: {
      history,
      find: async (sessionId) => sessions.find(sessionId),
      put: async (session) => sessions.put(session),
      async takeAndFindFinal(key, sessionId) {
        const rateLimit = limiter.take(key)
        const session = rateLimit.allowed ? sessions.find(sessionId) : undefined
        return { rateLimit, session: session && isTerminal(session) ? session : undefined }
      },
    },
    signals: {
      publish: async (signal) => listeners.deliver(signal),
      subscribe: (listener) => listeners.add(listener),
    },
    idleTimes: {
      renew: async (key, idleSeconds) => idleTimes.renew(key, idleSeconds),
      begin: async (key, idleSeconds) => idleTimes.begin(key, idleSeconds),
    },
    isReachable: async () => true,
    close: async () => undefined,
  }
}
