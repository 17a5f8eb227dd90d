import type { CheckoutItem, CustomerPrefill, Product } from '../contract/merchant.ts'
import type { AttemptState, PaymentAttempt } from './attempt.ts'
import type { CheckoutEvents } from './checkout-events.ts'
import type { RefundDatabase, RefundOutcome, RefundPart } from './refund-ports.ts'
import type { CheckoutSession, OpenSessions, Quote, SessionEnder, SessionState } from './session.ts'

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
  /** A key always comes with the same rate. (Default: the one that API keys have.) */
  take(key: string, rate?: Rate): Promise<RateLimit>
}

/** An expendable copy of sessions: every failure is a miss. */
export type SessionCache = {
  find(sessionId: string): Promise<CheckoutSession | undefined>
  /**
   * Keeps the session for what is left of its 30 minutes, unless a newer version is there already.
   */
  put(session: CheckoutSession): Promise<void>
  /** `limiter.take(key)` and `find(sessionId)` in one round trip, for the merchant's read. */
  takeAndFind(
    key: string,
    sessionId: string,
  ): Promise<{ rateLimit: RateLimit; session: CheckoutSession | undefined }>
}

export type Signal =
  | { type: 'session_changed'; sessionId: string }
  | { type: 'order_placed'; storeId: string }
  | { type: 'key_regenerated'; storeId: string; kind: 'public' | 'secret' }

/** Hints between processes: they may be lost and may come twice; PostgreSQL has the truth. */
export type Signals = {
  publish(signal: Signal): Promise<void>
  /** Returns how to unsubscribe. A signal reaches the process that published it, too. */
  subscribe(listener: (signal: Signal) => void): () => void
}

/** What is in use, for as long as it is used often enough. Expendable: every failure is a no. */
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

/** A payment as the provider knows it; compared with our attempt before any money is taken. */
export type ProviderPayment = { attemptId: string; amount: number; currency: string }

/**
 * What a provider says. `unknown`: no answer, or none that says whether money moves; to be asked
 * again. `paymentId` is the provider's own id, as soon as an answer names it; it is kept with the
 * attempt.
 */
export type PaymentOutcome = { paymentId?: string } & (
  | { type: 'authorized'; payment: ProviderPayment }
  | { type: 'action_required'; url: string }
  | { type: 'declined'; code: string }
  | { type: 'captured'; payment: ProviderPayment }
  | { type: 'cancelled' }
  | { type: 'refunded' }
  | { type: 'unknown' }
)

/**
 * Of its content only the ids are believed: what happened is read from the provider. `irrelevant`:
 * genuine, about nothing of ours.
 */
export type ProviderNotification =
  | { type: 'payment_changed'; eventId: string; attemptId: string }
  | { type: 'irrelevant' }
  | { type: 'forged' }

export type NotificationHeaders = Record<string, string | string[] | undefined>

/** What the provider's books say of one payment, in the minor unit of its currency. */
export type LedgerEntry = {
  paymentId: string
  attemptId: string | null
  amount: number
  captured: number
  refunded: number
  currency: string
  /** Reserved, neither taken nor given up. */
  isOpen: boolean
  createdAt: Date
}

/**
 * A payment service provider. Every call may be repeated: what it does, it does once per attempt. A
 * call answers within 5 s and never rejects for what a payment can go through.
 */
export type PaymentProvider = {
  name: 'test' | 'stripe'
  /** False while it keeps timing out: no payment is begun then, and no stock held. */
  isAvailable(): boolean
  /** Reserves the money, or finds the payment that an earlier call made. */
  authorize(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Takes the reserved money. */
  capture(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /**
   * Gives up: `cancelled` promises that this attempt will never take money; `captured` says that it
   * has.
   */
  cancel(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back all that was taken. */
  refund(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Gives back a part of what was taken, once per `refundId`. */
  refundPart(attempt: PaymentAttempt, part: RefundPart): Promise<RefundOutcome>
  /** Where the payment stands; changes nothing. */
  retrieve(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** What came to the notification endpoint, byte for byte. */
  parseNotification(
    rawBody: Uint8Array,
    headers: NotificationHeaders,
  ): Promise<ProviderNotification>
  /** The books: every payment that was begun since then, in any order. */
  listPayments(since: Date): AsyncIterable<LedgerEntry>
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
  createdWith: 'public' | 'secret'
}

/** What makes a create that is sent again the same one: the caller's key, and what it asked for. */
export type Idempotency = { key: string; requestDigest: Uint8Array }

/**
 * A session locked until the transaction ends, with the database's clock read after the lock was
 * ours.
 */
export type LockedSession = {
  id: string
  state: SessionState
  quote: Quote
  storeId: string
  attempts: number
  expiresAt: Date
  now: Date
}

/** `clientKey` stands for the client's address; null when that says nothing about the buyer. */
export type NewAttempt = Omit<
  PaymentAttempt,
  'state' | 'version' | 'holdActive' | 'challengeUrl' | 'declineCode' | 'providerPaymentId'
> & { clientKey: string | null }

export type NewOrder = { orderNumber: string; attempt: PaymentAttempt }

/**
 * How payments went within the window, by the client's address (nothing when it is unknown) and by
 * the store.
 */
export type RecentPayments = {
  client: { holds: number; declines: number }
  store: { settled: number; declines: number }
}

/**
 * The provider's books and ours disagree about a payment (payments X); `amount` and `currency` as
 * the provider says.
 */
export type ReconciliationBreak = {
  kind: 'late_authorization' | 'late_capture' | 'wrong_payment'
  amount: number
  currency: string
}

/**
 * How its money became right again: given up, given back, or it belonged to the order after all.
 */
export type BreakResolution = 'voided' | 'refunded' | 'order'

/**
 * What the rest of the world has to hear of: written with the change itself, delivered at least
 * once.
 */
export type OutboxMessage = { id: number; type: 'checkout.session.completed'; sessionId: string }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type CheckoutTransaction = {
  lockSession(id: string): Promise<LockedSession | undefined>
  /** `state` and the attempt's view have changed: the version grows. */
  updateSession(id: string, change: { state: SessionState; attempts?: number }): Promise<void>
  /** An open session that is locked becomes an expired one, ended by its merchant. */
  endSession(session: LockedSession, by: SessionEnder): Promise<void>
  /**
   * Does that to open sessions of a product, after waiting for whoever has one locked; returns
   * their ids.
   */
  endOpenSessions(of: OpenSessions): Promise<string[]>
  /**
   * Takes units off the stock when that many are left; otherwise changes nothing and says how many
   * there are.
   */
  takeStock(variantId: string, quantity: number): Promise<{ taken: boolean; left: number }>
  /**
   * Payments of one client wait for each other from here on, so that what is counted stays true.
   */
  countRecentPayments(of: {
    clientKey: string | null
    storeId: string
    windowSeconds: number
  }): Promise<RecentPayments>
  insertAttempt(attempt: NewAttempt): Promise<void>
  getAttempt(id: string): Promise<PaymentAttempt>
  updateAttempt(id: string, change: AttemptChange): Promise<void>
  /** Ends the hold and puts its units back. */
  releaseHold(attempt: PaymentAttempt): Promise<void>
  /** The hold becomes the sale, and the outbox has it. */
  insertOrder(order: NewOrder): Promise<void>
  /** False when it is on record already and not put right. */
  insertBreak(attempt: PaymentAttempt, found: ReconciliationBreak): Promise<boolean>
  resolveBreaks(attemptId: string, resolution: BreakResolution): Promise<void>
}

/**
 * `check: 'soon'`: the next step is due now, recovery takes it over in seconds; `'later'`: nothing
 * new, wait longer each time.
 */
export type AttemptChange = {
  state?: AttemptState
  check: 'soon' | 'later' | 'never'
  challengeUrl?: string
  declineCode?: string
  leaseUntil?: Date
  providerPaymentId?: string | undefined
}

/**
 * The record. A session that is read after its deadline is expired first: what is answered once
 * stays true.
 */
export type CheckoutDatabase = {
  /**
   * Writes the session down if the item is for sale and in stock at this moment. With a key that
   * was used within 24 hours: the session of then, or `other_request` when it was used for
   * something else; a twin that runs at the same time is waited for.
   */
  createSession(
    session: NewSession,
    idempotency?: Idempotency,
  ): Promise<CheckoutSession | 'other_request' | undefined>
  findSession(id: string): Promise<CheckoutSession | undefined>
  findProduct(storeId: string, slug: string): Promise<Product | undefined>
  /** With the database's clock at the read. */
  findAttempt(id: string): Promise<{ attempt: PaymentAttempt; now: Date } | undefined>
  getAttempt(id: string): Promise<{ attempt: PaymentAttempt; now: Date }>
  /**
   * Takes over attempts of that provider whose next check is due; no other process gets them for
   * some seconds.
   */
  claimDueAttempts(provider: string, limit: number): Promise<string[]>
  /** Turns late open sessions into expired ones and returns their ids. */
  expireLateSessions(limit: number): Promise<string[]>
  /** Messages that nobody has delivered yet; no other process gets them for some seconds. */
  claimOutbox(limit: number): Promise<OutboxMessage[]>
  markDelivered(messageId: number): Promise<void>
  /** Writes the notification down; false when it was handled before. */
  openNotification(notification: { provider: string; eventId: string }): Promise<boolean>
  closeNotification(notification: { provider: string; eventId: string }): Promise<void>
  transaction<Result>(work: (tx: CheckoutTransaction) => Promise<Result>): Promise<Result>
  refunds: RefundDatabase
}

export type Clock = { now(): Date }

export type Ids = { session(): string; attempt(): string; orderNumber(): string; refund(): string }

/**
 * The kill points of a payment, in the order in which it passes them; K9 is recovery's own, K10 and
 * K11 are those of a refund.
 */
export type Failpoint = 'K1' | 'K2' | 'K3' | 'K4' | 'K5' | 'K6' | 'K7' | 'K8' | 'K9' | 'K10' | 'K11'

/** What the use cases need of the world. */
export type CheckoutDeps = {
  db: CheckoutDatabase
  cache: Cache
  provider: PaymentProvider
  clock: Clock
  ids: Ids
  events: CheckoutEvents
  /**
   * Passed where a death is worst: a test may let the process die there. Does nothing otherwise.
   */
  reach(failpoint: Failpoint): void
}
