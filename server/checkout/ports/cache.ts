import type { CheckoutSession } from '../sessions/session.ts'

/** The answer of a limiter, in the units of the `RateLimit-*` headers. */
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
  /** Requests per second that a key may send all the time; above 0. */
  perSecond: number
  /** Requests that may come at once after a pause; 1 or more. */
  burst: number
}

/** Counts requests per key over all processes (GCRA); without the shared store, over this one. */
export type RateLimiter = {
  /**
   * `key` is `<purpose>:<who>`; limits of one purpose never push out those of another. A key always
   * comes with the same rate. (Default: the rate of API keys.)
   */
  take(key: string, rate?: Rate): Promise<RateLimit>
}

/** A copy of sessions that may be lost: every failure is a miss. */
export type SessionCache = {
  /**
   * The history of the record that the copies belong to; undefined while unknown. A restore or a
   * promotion begins a new history, in which older copies are not found. When this changes, what
   * was found before may never have happened.
   */
  history(): string | undefined
  find(sessionId: string): Promise<CheckoutSession | undefined>
  /** Keeps the session for the rest of its 30 minutes, unless a newer version is there. */
  put(session: CheckoutSession): Promise<void>
  /**
   * `limiter.take(key)` and the copy of a final session, in one round trip, for the merchant's
   * read. Sessions that are not final come from the record.
   */
  takeAndFindFinal(
    key: string,
    sessionId: string,
  ): Promise<{ rateLimit: RateLimit; session: CheckoutSession | undefined }>
}

export type Signal =
  | { type: 'sessions_changed'; sessionIds: string[] }
  /** An order is an event too, so `events_written` is not sent beside this. */
  | { type: 'orders_placed'; storeIds: string[] }
  /** Another event was written to the logs of these stores. */
  | { type: 'events_written'; storeIds: string[] }
  /** These variants have a unit for sale again, or none any more. */
  | { type: 'availability_changed'; variantIds: string[] }
  | { type: 'key_regenerated'; storeId: string; kind: 'public' | 'secret' }

/** Hints between processes. They may be lost or come twice; PostgreSQL has the truth. */
export type Signals = {
  publish(signal: Signal): Promise<void>
  /** Returns how to unsubscribe. A signal also reaches the process that published it. */
  subscribe(listener: (signal: Signal) => void): () => void
}

/** The keys that are in use. A key is lost when its idle time is over, or when something fails. */
export type IdleTimes = {
  /** Whether `key` was used within its idle time. If so, that time begins anew. */
  renew(key: string, idleSeconds: number): Promise<boolean>
  /** Makes `key` known and begins its idle time. */
  begin(key: string, idleSeconds: number): Promise<unknown>
}

/** What processes share for speed. Nothing here rejects: a failure costs speed and is logged. */
export type Cache = {
  limiter: RateLimiter
  sessions: SessionCache
  signals: Signals
  idleTimes: IdleTimes
  isReachable(): Promise<boolean>
  close(): Promise<void>
}
