import type { CheckoutSession } from '../session.ts'

/** What a limiter answers, in the units of the `RateLimit-*` headers. */
export type RateLimit = {
  allowed: boolean
  /** Requests that may come at once. */
  limit: number
  remaining: number
  /** Seconds until `remaining` is `limit` again. */
  resetSeconds: number
  /** Seconds to wait before the next request is allowed; 0 when this one was. */
  retryAfterSeconds: number
}

export type Rate = {
  /** Requests per second that a key may send for ever; above 0. */
  perSecond: number
  /** Requests that may come at once after a pause; 1 or more. */
  burst: number
}

/**
 * Counts requests per key over all processes (GCRA); while the shared store is away, over this
 * process.
 */
export type RateLimiter = {
  /**
   * `key` is `<purpose>:<who>`: limits of one purpose never make room for those of another. A key
   * always comes with the same rate. (Default: the one that API keys have.)
   */
  take(key: string, rate?: Rate): Promise<RateLimit>
}

/** An expendable copy of sessions: every failure is a miss. */
export type SessionCache = {
  /**
   * Which history of the record the copies are of, undefined while nobody knows: a restore or a
   * promotion begins another one, in which copies from before are not found. What was found before
   * this changed may not have happened.
   */
  history(): string | undefined
  find(sessionId: string): Promise<CheckoutSession | undefined>
  /**
   * Keeps the session for what is left of its 30 minutes, unless a newer version is there already.
   */
  put(session: CheckoutSession): Promise<void>
  /**
   * `limiter.take(key)` and the copy of a session that is final, in one round trip, for the
   * merchant's read: every other one comes from the record.
   */
  takeAndFindFinal(
    key: string,
    sessionId: string,
  ): Promise<{ rateLimit: RateLimit; session: CheckoutSession | undefined }>
}

export type Signal =
  | { type: 'sessions_changed'; sessionIds: string[] }
  /** An order is an event, too: that is not said beside it. */
  | { type: 'orders_placed'; storeIds: string[] }
  /** Something else was written to the logs of these stores. */
  | { type: 'events_written'; storeIds: string[] }
  | { type: 'key_regenerated'; storeId: string; kind: 'public' | 'secret' }

/** Hints between processes: they may be lost and may come twice; PostgreSQL has the truth. */
export type Signals = {
  publish(signal: Signal): Promise<void>
  /** Returns how to unsubscribe. A signal reaches the process that published it, too. */
  subscribe(listener: (signal: Signal) => void): () => void
}

/**
 * Which keys are in use: a key that nobody renews within its idle time is not any more. Expendable:
 * every failure counts as "not in use".
 */
export type IdleTimes = {
  /**
   * Whether `key` was used within its idle time; from now on that begins anew. Never makes a key
   * known.
   */
  renew(key: string, idleSeconds: number): Promise<boolean>
  /** The idle time of `key` begins. */
  begin(key: string, idleSeconds: number): Promise<void>
}

/**
 * What processes share to be fast. Nothing here throws or rejects: a failure costs speed and is
 * said in the log.
 */
export type Cache = {
  limiter: RateLimiter
  sessions: SessionCache
  signals: Signals
  idleTimes: IdleTimes
  isReachable(): Promise<boolean>
  close(): Promise<void>
}
