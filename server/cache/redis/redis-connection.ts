import type { RedisClient } from './redis-client.ts'
import { connect, disconnect } from './redis-client.ts'
import { createTurnWrites } from './one-write-a-turn.ts'

/** How long a failed Redis is left alone before one request may try it again. */
const SPARE_MS = 1000

/** How often a process that asks for nothing finds out whether Redis still answers. */
const PULSE_MS = 5000

const CLOSED = 'the connection was closed'

export type CacheEvents = {
  /** Once per outage. `reason`: an error message without keys and values. */
  cacheUnavailable(fields: { reason: string }): void
  /** Once when the outage is over. */
  cacheAvailable(): void
  /** Something in Redis was not written by this release with its keys; it was ignored. */
  cacheContentUnreadable(fields: { kind: 'session' | 'signal' }): void
}

export type Connection = {
  /** The answer of Redis; undefined without one in time, and while a failed Redis is left alone. */
  ask<T>(command: (redis: RedisClient) => Promise<T>): Promise<T | undefined>
  /** Connects. After `patienceMs` it no longer waits, but goes on trying. */
  open(patienceMs: number): Promise<void>
  /** Calls whenever the connection was lost. */
  onLost(listener: () => void): void
  close(): Promise<void>
}

/** An error of ioredis contains the command's arguments, so only its message is used. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const within = async <T>(timeoutMs: number, answer: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Error(`no answer within ${timeoutMs} ms`))
  // After a pause of this process timers run before sockets are read. An answer that is there still
  // counts.
  const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Deps = { timeoutMs: number; events: CacheEvents; monotonicMs: () => number }

/** Logs once when Redis fails or answers again. A failed Redis is left alone for a moment. */
function createOutage({ events, monotonicMs }: Omit<Deps, 'timeoutMs'>) {
  let isAvailable = true
  let isClosed = false
  let sparedUntilMs = 0
  return {
    /** During an outage only one request in SPARE_MS may try Redis. */
    maySend() {
      const nowMs = monotonicMs()
      if (nowMs < sparedUntilMs) return false
      if (!isAvailable) sparedUntilMs = nowMs + SPARE_MS
      return true
    },
    fail(reason: string) {
      sparedUntilMs = monotonicMs() + SPARE_MS
      if (!isAvailable || isClosed) return
      isAvailable = false
      events.cacheUnavailable({ reason })
    },
    succeed() {
      sparedUntilMs = 0
      if (isAvailable || isClosed) return
      isAvailable = true
      events.cacheAvailable()
    },
    close() {
      isClosed = true
    },
  }
}

export function createConnection(client: RedisClient, { timeoutMs, ...deps }: Deps): Connection {
  const outage = createOutage(deps)
  let closeReason = CLOSED
  client.on('error', (error: Error) => {
    closeReason = error.message
  })
  client.on('close', () => outage.fail(closeReason))
  client.on('ready', () => {
    closeReason = CLOSED
    outage.succeed()
  })

  const turnWrites = createTurnWrites(client)

  const ask: Connection['ask'] = async (command) => {
    if (!outage.maySend()) return undefined
    turnWrites.collect()
    try {
      const answer = await within(timeoutMs, command(client))
      outage.succeed()
      return answer
    } catch (error) {
      outage.fail(messageOf(error))
      return undefined
    }
  }
  let pulse: NodeJS.Timeout | undefined

  return {
    ask,
    async open(patienceMs) {
      pulse = setInterval(() => void ask((redis) => redis.ping()), PULSE_MS).unref()
      try {
        await within(patienceMs, connect(client))
      } catch (error) {
        outage.fail(messageOf(error))
      }
    },
    onLost: (listener) => void client.on('close', listener),
    async close() {
      clearInterval(pulse)
      outage.close()
      await disconnect(client)
    },
  }
}
