import type { RedisClient } from './redis-client.ts'
import { connect, disconnect } from './redis-client.ts'

/** How long a Redis that failed is left alone before one request may try it again. */
const SPARE_MS = 1000

const CLOSED = 'the connection was closed'

export type CacheEvents = {
  /** Once per outage. `error` is a message that holds neither keys nor values. */
  cacheUnavailable(fields: { reason: string }): void
  /** Once when the outage is over. */
  cacheAvailable(): void
  /** Something in Redis is not what this release writes with its keys; it was left out. */
  cacheContentUnreadable(fields: { kind: 'session' | 'signal' }): void
}

export type Connection = {
  /**
   * The answer of Redis, or undefined when there is none in time: it is away, too slow, refuses, or
   * is being spared.
   */
  ask<T>(command: (redis: RedisClient) => Promise<T>): Promise<T | undefined>
  /** Connects, and gives up waiting after `patienceMs`; the attempts go on. */
  open(patienceMs: number): Promise<void>
  close(): Promise<void>
}

/** ioredis errors carry the command with its arguments; only their message may leave. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const within = async <T>(timeoutMs: number, answer: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Error(`no answer within ${timeoutMs} ms`))
  // After a stall of this process timers come before the sockets are read: an answer that is there
  // already still counts.
  const timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Deps = { timeoutMs: number; events: CacheEvents; monotonicMs: () => number }

/** Whether Redis answers, told once when that changes; one that failed is spared for a moment. */
function createOutage({ events, monotonicMs }: Omit<Deps, 'timeoutMs'>) {
  let isAvailable = true
  let isClosed = false
  let sparedUntilMs = 0
  return {
    /** While it is away only one request a moment may try it. */
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

  return {
    async ask(command) {
      if (!outage.maySend()) return undefined
      try {
        const answer = await within(timeoutMs, command(client))
        outage.succeed()
        return answer
      } catch (error) {
        outage.fail(messageOf(error))
        return undefined
      }
    },
    async open(patienceMs) {
      try {
        await within(patienceMs, connect(client))
      } catch (error) {
        outage.fail(messageOf(error))
      }
    },
    async close() {
      outage.close()
      await disconnect(client)
    },
  }
}
