import type { Cache, Rate } from '../../checkout/ports/cache.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/sessions/session.ts'
import { type Clocks, SYSTEM_CLOCKS } from '../memory/clocks.ts'
import { toBucket } from '../memory/gcra.ts'
import { type OwnLimits, createOwnLimits } from '../memory/own-limits.ts'
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
  /** As `parseRedisAddress` reads it. */
  url: string
  rateLimit: Rate
  /** At least one key of 32 bytes: the first seals, all open. Asked again for a new history. */
  sealingKeys: (history: string) => readonly Buffer[]
  /** While the history is unknown (undefined) no copy is read or made. */
  history: () => string | undefined
  events: CacheEvents
  /** Milliseconds until a request goes on without the answer to its command. (Default: 50) */
  timeoutMs?: number | undefined
  clocks?: Clocks
  /** How many of the service run on this machine. (Default: 1.) */
  processes?: number
}

/** How long the start waits for Redis, unless each request waits longer. */
const START_PATIENCE_MS = 1000

/** Succeeds without Redis too; `events` logs it. */
export async function openRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { url, rateLimit, events, timeoutMs = 50, clocks = SYSTEM_CLOCKS, processes = 1 } = options
  const { monotonicMs } = clocks
  const client = createClient(url, {
    scripts: { takeRequest: TAKE_REQUEST, putSession: PUT_SESSION },
  })
  const connection = createConnection(client, { timeoutMs, events, monotonicMs })
  const signals = createSignals(createClient(url, { shardedSubscribers: true }), {
    connection,
    events,
  })
  // Requests also count in this process: what it refuses alone needs no Redis, and a limit survives
  // the loss of Redis or FLUSHALL.
  const own = createOwnLimits(rateLimit, { processes, monotonicMs })

  const patienceMs = Math.max(START_PATIENCE_MS, timeoutMs)
  await Promise.all([connection.open(patienceMs), signals.open(patienceMs)])

  return {
    limiter: {
      async take(key, rate = rateLimit) {
        const { limit, share } = own.take(key, rate)
        if (!limit.allowed) return limit
        return (await connection.ask((redis) => takeShared(redis, key, toBucket(rate)))) ?? share
      },
    },
    sessions: createSessions({ ...options, clocks }, { connection, own }),
    signals: signals.signals,
    idleTimes: {
      renew: async (key, idleSeconds) =>
        (await connection.ask((redis) => renewIdleTime(redis, key, idleSeconds))) ?? false,
      begin: (key, idleSeconds) =>
        connection.ask((redis) => beginIdleTime(redis, key, idleSeconds)),
    },
    isReachable: async () => (await connection.ask((redis) => redis.ping())) === 'PONG',
    async close() {
      await Promise.all([connection.close(), signals.close()])
    },
  }
}

/** Copies of sessions. A final one is found together with its reader's limit. */
function createSessions(
  options: RedisCacheOptions & { clocks: Clocks },
  { connection, own }: { connection: Connection; own: OwnLimits },
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
      // The version of the unreadable entry would keep a readable one away.
      void connection.ask((redis) => dropEntry(redis, sessionId))
    }
    return session
  }

  return {
    history: options.history,
    find: async (sessionId) =>
      toSession(sessionId, await connection.ask((redis) => readEntry(redis, sessionId))),
    async put(session) {
      const sealing = currentSealing()
      if (sealing)
        await connection.ask((redis) =>
          writeEntry(redis, { sealing, session, nowMs: options.clocks.wallMs() }),
        )
    },
    async takeAndFindFinal(key, sessionId) {
      const { limit, share } = own.take(key)
      if (!limit.allowed) return { rateLimit: limit, session: undefined }
      // Sent together on one connection; in a cluster, to both nodes at the same time.
      const answer = await connection.ask((redis) =>
        Promise.all([takeShared(redis, key, bucket), readEntry(redis, sessionId)]),
      )
      if (answer === undefined) return { rateLimit: share, session: undefined }
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

/** The sealing for the present history of the database. */
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
