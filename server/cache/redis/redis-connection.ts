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

export const createConnection = (
  client: RedisClient,
  {
    timeoutMs,
    events,
    monotonicMs,
  }: {
    timeoutMs: number
    events: CacheEvents
    monotonicMs: () => number
  },
): Connection => {
  let isAvailable = true
  let isClosed = false
  let sparedUntilMs = 0
  let closeReason = CLOSED

  const fail = (reason: string) => {
    sparedUntilMs = monotonicMs() + SPARE_MS
    if (!isAvailable || isClosed) return
    isAvailable = false
    events.cacheUnavailable({ reason })
  }

  const succeed = () => {
    sparedUntilMs = 0
    if (isAvailable || isClosed) return
    isAvailable = true
    events.cacheAvailable()
  }

  client.on('error', (error: Error) => {
    closeReason = error.message
  })
  client.on('close', () => fail(closeReason))
  client.on('ready', () => {
    closeReason = CLOSED
    succeed()
  })

  return {
    async ask(command) {
      const nowMs = monotonicMs()
      if (nowMs < sparedUntilMs) return undefined
      if (!isAvailable) sparedUntilMs = nowMs + SPARE_MS
      try {
        const answer = await within(timeoutMs, command(client))
        succeed()
        return answer
      } catch (error) {
        fail(messageOf(error))
        return undefined
      }
    },
    async open(patienceMs) {
      try {
        await within(patienceMs, connect(client))
      } catch (error) {
        fail(messageOf(error))
      }
    },
    async close() {
      isClosed = true
      await disconnect(client)
    },
  }
}
