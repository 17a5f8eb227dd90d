import type { Cache, Rate } from '../../checkout/ports/cache.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/session.ts'
import { type Clocks, SYSTEM_CLOCKS } from '../memory/clocks.ts'
import { toBucket } from '../memory/gcra.ts'
import { type MemoryRateLimiter, createMemoryRateLimiter } from '../memory/memory-rate-limiter.ts'
import { createClient } from './redis-client.ts'
import { type CacheEvents, type Connection, createConnection } from './redis-connection.ts'
import { beginIdleTime, renewIdleTime } from './redis-idle-times.ts'
import { TAKE_REQUEST, takeShared } from './redis-rate-limiter.ts'
import { type Sealing, createSealing } from './sealing.ts'
import {
  PUT_SESSION,
  dropEntry,
  mayBeFinal,
  openEntry,
  readEntry,
  writeEntry,
} from './redis-session-cache.ts'
import { createSignals } from './redis-signals.ts'

export type RedisCacheOptions = {
  /** `redis://`, `rediss://`, or several with commas between them: nodes of a Redis Cluster. */
  url: string
  rateLimit: Rate
  /**
   * At least one, of 32 bytes each; the first seals, all of them open. Made for a history of the
   * database, and anew when that changes.
   */
  sealingKeys: (history: string) => readonly Buffer[]
  /** Undefined while it is not known: then no copy is read and none is made. */
  history: () => string | undefined
  events: CacheEvents
  /**
   * How long a command may take before the request goes on without it, in milliseconds. (Default:
   * 50)
   */
  timeoutMs?: number | undefined
  clocks?: Clocks
}

/** How long the start waits for Redis. */
const START_PATIENCE_MS = 1000

/** Succeeds without Redis, too; `events` says so. */
export async function openRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { url, rateLimit, events, timeoutMs = 50, clocks = SYSTEM_CLOCKS } = options
  const { monotonicMs } = clocks
  const client = createClient(url, { takeRequest: TAKE_REQUEST, putSession: PUT_SESSION })
  const connection = createConnection(client, { timeoutMs, events, monotonicMs })
  const signals = createSignals(createClient(url), { connection, events })
  // Each request counts here as well: what one process alone refuses needs no Redis, and a limit
  // survives its loss or FLUSHALL.
  const own = createMemoryRateLimiter(rateLimit, monotonicMs)

  await Promise.all([connection.open(START_PATIENCE_MS), signals.open(START_PATIENCE_MS)])

  return {
    limiter: {
      async take(key, rate = rateLimit) {
        const ownLimit = own.take(key, rate)
        if (!ownLimit.allowed) return ownLimit
        return (await connection.ask((redis) => takeShared(redis, key, toBucket(rate)))) ?? ownLimit
      },
    },
    sessions: createSessions({ ...options, clocks }, { connection, own }),
    signals: signals.signals,
    idleTimes: {
      renew: async (key, idleSeconds) =>
        (await connection.ask((redis) => renewIdleTime(redis, key, idleSeconds))) ?? false,
      async begin(key, idleSeconds) {
        await connection.ask((redis) => beginIdleTime(redis, key, idleSeconds))
      },
    },
    isReachable: async () => (await connection.ask((redis) => redis.ping())) === 'PONG',
    async close() {
      await Promise.all([connection.close(), signals.close()])
    },
  }
}

/** Copies of sessions; a final one is found together with the limit of whoever asks for it. */
function createSessions(
  options: RedisCacheOptions & { clocks: Clocks },
  { connection, own }: { connection: Connection; own: MemoryRateLimiter },
): Cache['sessions'] {
  const currentSealing = createCurrentSealing(options)
  const bucket = toBucket(options.rateLimit)

  const toSession = (
    sessionId: string,
    entry: Buffer | null | undefined,
  ): CheckoutSession | undefined => {
    const sealing = currentSealing()
    if (!entry || !sealing) return undefined
    const session = openEntry(sealing, sessionId, entry)
    if (session === undefined) {
      options.events.cacheContentUnreadable({ kind: 'session' })
      // Its version would keep a readable entry away.
      void connection.ask((redis) => dropEntry(redis, sessionId))
    }
    return session
  }

  return {
    history: options.history,
    async find(sessionId) {
      return toSession(sessionId, await connection.ask((redis) => readEntry(redis, sessionId)))
    },
    async put(session) {
      const sealing = currentSealing()
      if (sealing)
        await connection.ask((redis) =>
          writeEntry(redis, { sealing, session, nowMs: options.clocks.wallMs() }),
        )
    },
    async takeAndFindFinal(key, sessionId) {
      const ownLimit = own.take(key)
      if (!ownLimit.allowed) return { rateLimit: ownLimit, session: undefined }
      // Sent at once on one connection, and in a cluster to the two nodes at the same time.
      const answer = await connection.ask((redis) =>
        Promise.all([takeShared(redis, key, bucket), readEntry(redis, sessionId)]),
      )
      if (answer === undefined) return { rateLimit: ownLimit, session: undefined }
      const [sharedLimit, entry] = answer
      const session =
        sharedLimit.allowed && mayBeFinal(entry) ? toSession(sessionId, entry) : undefined
      return {
        rateLimit: sharedLimit,
        session: session && isTerminal(session) ? session : undefined,
      }
    },
  }
}

/** The sealing of the history that the database has now. */
function createCurrentSealing({
  sealingKeys,
  history,
}: Pick<RedisCacheOptions, 'sealingKeys' | 'history'>) {
  let sealed: { history: string; sealing: Sealing } | undefined
  return () => {
    const now = history()
    if (now === undefined) return undefined
    if (sealed?.history !== now) sealed = { history: now, sealing: createSealing(sealingKeys(now)) }
    return sealed.sealing
  }
}
