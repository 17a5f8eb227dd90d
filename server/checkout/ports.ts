import type { CheckoutItem, CustomerPrefill, Product } from '../contract/merchant.ts'
import type { AttemptState, PaymentAttempt } from './attempt.ts'
import type { CheckoutSession, Quote, SessionState } from './session.ts'

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

/** Counts requests per key over all processes (GCRA); while the shared store is away, over this process. */
export type RateLimiter = {
  /** A key always comes with the same rate. (Default: the one that API keys have.) */
  take(key: string, rate?: Rate): Promise<RateLimit>
}

/** An expendable copy of sessions: every failure is a miss. */
export type SessionCache = {
  find(sessionId: string): Promise<CheckoutSession | undefined>
  /** Keeps the session for what is left of its 30 minutes, unless a newer version is there already. */
  put(session: CheckoutSession): Promise<void>
  /** `limiter.take(key)` and `find(sessionId)` in one round trip, for the merchant's read. */
  takeAndFind(key: string, sessionId: string): Promise<{ rateLimit: RateLimit; session: CheckoutSession | undefined }>
}

export type Signal =
  | { type: 'session_changed'; sessionId: string }
  | { type: 'key_regenerated'; storeId: string; kind: 'public' | 'secret' }

/** Hints between processes: they may be lost and may come twice; PostgreSQL has the truth. */
export type Signals = {
  publish(signal: Signal): Promise<void>
  /** Returns how to unsubscribe. A signal reaches the process that published it, too. */
  subscribe(listener: (signal: Signal) => void): () => void
}

/** What processes share to be fast. Nothing here throws or rejects: a failure costs speed and is said in the log. */
export type Cache = {
  limiter: RateLimiter
  sessions: SessionCache
  signals: Signals
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** A payment as the provider knows it; compared with our attempt before any money is taken. */
export type ProviderPayment = { attemptId: string; amount: number; currency: string }

/** What a provider says. `unknown`: no answer, or none that says whether money moves; to be asked again. */
export type PaymentOutcome =
  | { type: 'authorized'; payment: ProviderPayment }
  | { type: 'action_required'; url: string }
  | { type: 'declined'; code: string }
  | { type: 'captured'; payment: ProviderPayment }
  | { type: 'cancelled' }
  | { type: 'unknown' }

/**
 * A payment service provider. Every call may be repeated: what it does, it does once per attempt. A call answers within 5 s and
 * never rejects for what a payment can go through.
 */
export type PaymentProvider = {
  name: 'test' | 'stripe'
  /** Reserves the money, or finds the payment that an earlier call made. */
  authorize(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Takes the reserved money. */
  capture(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives up: `cancelled` promises that this attempt will never take money; `captured` says that it has. */
  cancel(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Where the payment stands; changes nothing. */
  retrieve(attempt: PaymentAttempt): Promise<PaymentOutcome>
}

export type NewSession = {
  id: string
  storeId: string
  item: CheckoutItem
  successUrl: string | null
  cancelUrl: string | null
  customer: CustomerPrefill
  metadata: string | null
  ttlSeconds: number
}

/** A session locked until the transaction ends, with the database's clock read after the lock was ours. */
export type LockedSession = { id: string; state: SessionState; quote: Quote; storeId: string; declines: number; expiresAt: Date; now: Date }

export type NewAttempt = Omit<PaymentAttempt, 'state' | 'challengeUrl' | 'declineCode' | 'storeId'>

export type NewOrder = { orderNumber: string; attempt: PaymentAttempt }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type CheckoutTransaction = {
  lockSession(id: string): Promise<LockedSession | undefined>
  /** `state` and the attempt's view have changed: the version grows. */
  updateSession(id: string, change: { state: SessionState; declines?: number }): Promise<void>
  /** Takes units off the stock when that many are left; otherwise changes nothing and says how many there are. */
  takeStock(variantId: string, quantity: number): Promise<{ taken: boolean; left: number }>
  insertAttempt(attempt: NewAttempt): Promise<void>
  getAttempt(id: string): Promise<PaymentAttempt>
  updateAttempt(id: string, change: AttemptChange): Promise<void>
  /** Ends the hold and puts its units back. */
  releaseHold(attempt: PaymentAttempt): Promise<void>
  /** The hold becomes the sale. */
  insertOrder(order: NewOrder): Promise<void>
}

/** `check: 'soon'`: the next step is due now, recovery takes it over in seconds; `'later'`: nothing new, wait longer each time. */
export type AttemptChange = {
  state?: AttemptState
  check: 'soon' | 'later' | 'never'
  challengeUrl?: string
  declineCode?: string
  leaseUntil?: Date
}

/** The record. A session that is read after its deadline is expired first: what is answered once stays true. */
export type CheckoutDatabase = {
  /** Writes the session down if the item is for sale and in stock at this moment. */
  createSession(session: NewSession): Promise<CheckoutSession | undefined>
  findSession(id: string): Promise<CheckoutSession | undefined>
  findProduct(storeId: string, slug: string): Promise<Product | undefined>
  /** With the database's clock at the read. */
  getAttempt(id: string): Promise<{ attempt: PaymentAttempt; now: Date }>
  /** Takes over attempts whose next check is due; no other process gets them for some seconds. */
  claimDueAttempts(limit: number): Promise<string[]>
  /** Turns late open sessions into expired ones and returns their ids. */
  expireLateSessions(limit: number): Promise<string[]>
  transaction<Result>(work: (tx: CheckoutTransaction) => Promise<Result>): Promise<Result>
}

export type Clock = { now(): Date }

export type Ids = { session(): string; attempt(): string; orderNumber(): string }

/** What happened, for the operator's log; one function per event. */
export type CheckoutEvents = {
  sessionCreated(fields: { sessionId: string; storeId: string }): void
  attemptMoved(fields: { sessionId: string; attemptId: string; from: AttemptState; to: AttemptState }): void
  sessionCompleted(fields: { sessionId: string; storeId: string; amountTotal: number; currency: string }): void
  /** The provider's payment is not the one we asked for: it is given up, never captured. */
  paymentMismatch(fields: { attemptId: string }): void
  statusReadFailed(fields: { sessionId: string; error: unknown }): void
  recoveryFailed(fields: { attemptId?: string; error: unknown }): void
}

/** What the use cases need of the world. */
export type CheckoutDeps = {
  db: CheckoutDatabase
  cache: Cache
  provider: PaymentProvider
  clock: Clock
  ids: Ids
  events: CheckoutEvents
}
