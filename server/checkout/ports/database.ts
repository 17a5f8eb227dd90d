import type { ProviderName } from '../../contract/fields.ts'
import type { CheckoutItem, CustomerPrefill, Variant } from '../../contract/merchant.ts'
import type { AttemptState, Moments, PaymentAttempt } from '../attempt.ts'
import type { ClientNetwork } from '../payment-caps.ts'
import type { ChargeDatabase } from './charge-database.ts'
import type { OrphanDatabase } from './orphan-database.ts'
import type { AmountRule } from './provider.ts'
import type { RefundDatabase } from './refund-database.ts'
import type {
  CheckoutSession,
  OpenSessions,
  Quote,
  SessionEnder,
  SessionState,
} from '../session.ts'

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
  /** What can be charged: delivery options with another total are not offered. */
  amounts: AmountRule
}

/**
 * The key that a session is created with, as it was seen a moment ago: it creates sessions of the
 * store, in this currency, for any address.
 */
export type SeenKey = { digest: Uint8Array; currency: string }

/** What makes a create that is sent again the same one: the caller's key, and what it asked for. */
export type Idempotency = { key: string; requestDigest: Uint8Array }

export type VariantNames = Pick<Variant, 'size' | 'colorName'>

/**
 * Why an item is not for sale at this moment. `no_product`: there is none, or it is archived;
 * `choices`: the variants that there are; `left`: fewer than were asked for.
 */
export type NotForSale =
  | { type: 'no_product' }
  | { type: 'no_variant'; choices: VariantNames[] }
  | { type: 'too_few'; productName: string; left: number }

/**
 * What has become of a create. Its key was used within 24 hours: `repeated` for the same request,
 * with the session of then, `other_request` for something else. `no_amount`: no delivery option makes
 * it a total that can be charged; `total` is the one with the first.
 */
export type SessionCreation =
  | { type: 'created' | 'repeated'; session: CheckoutSession }
  | { type: 'other_request' }
  | { type: 'no_amount'; total: number }
  | NotForSale

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

export type StockTaking = { type: 'taken' } | { type: 'too_few'; left: number }

/**
 * `clientKeys`: of the client's networks, the narrowest first; none when nothing is known of it.
 * `receiptDigest`: of the key of the browser that pays; null when it has none.
 */
export type NewAttempt = Omit<
  PaymentAttempt,
  'state' | 'version' | 'holdActive' | 'challengeUrl' | 'declineCode' | 'providerPaymentId'
> & { clientKeys: string[]; receiptDigest: string | null }

/** `spareNumber`: for an attempt without an order number, or whose number another order has. */
export type NewOrder = { attempt: PaymentAttempt; spareNumber: string }

/** How payments went within the window, by the client's networks and by the store. */
export type RecentPayments = {
  /**
   * Of each network: the units of the variant that its payments hold now, all its payments that are
   * under way, and those that were declined.
   */
  networks: { allowance: number; heldUnits: number; underWay: number; declines: number }[]
  /** Units of the variant that are for sale. */
  unitsLeft: number
  store: { settled: number; declines: number }
  /** Money of the session was taken by a payment that the record has lost (payments §8). */
  isPaidByOrphan: boolean
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
 * What became of the money: the provider gave it up, gave it back, or it belonged to the order after
 * all.
 */
export type BreakResolution = 'voided' | 'refunded' | 'order'

/**
 * Something that other processes and the cache have to hear of. It is written in the transaction of
 * the change and delivered at least once.
 */
export type OutboxMessage = {
  id: number
  type: 'checkout.session.completed'
  sessionId: string
  storeId: string
}

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type CheckoutTransaction = {
  lockSession(id: string): Promise<LockedSession | undefined>
  /** Makes the session's version grow, too. */
  updateSession(id: string, change: { state: SessionState; attempts?: number }): Promise<void>
  /** Expires an open session that is locked, and notes who has ended it. */
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
  takeStock(variantId: string, quantity: number): Promise<StockTaking>
  /**
   * Payments of one client wait for each other from here on, so that what is counted stays true.
   */
  countRecentPayments(of: {
    networks: ClientNetwork[]
    variantId: string
    sessionId: string
    storeId: string
    windowSeconds: number
  }): Promise<RecentPayments>
  insertAttempt(attempt: NewAttempt): Promise<void>
  getAttempt(id: string): Promise<PaymentAttempt>
  updateAttempt(id: string, change: AttemptChange): Promise<void>
  /** Ends the hold and puts its units back. */
  releaseHold(attempt: PaymentAttempt): Promise<void>
  /** Writes the order down, ends the hold without returning its units, and writes to the outbox. */
  insertOrder(order: NewOrder): Promise<void>
  /** False when it is on record already and not resolved. */
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

/** `receiptDigest`: the one that the session was paid with, if any. */
export type SessionAndNow = { session: CheckoutSession; now: Date; receiptDigest: string | null }

/**
 * The record. It expires a session that is read after its deadline before it answers, so that an
 * answer stays true once it was given.
 */
export type CheckoutDatabase = {
  /**
   * Writes the session down if its item may be sold: this is the one place that knows. A twin with
   * the same key that runs at the same time is waited for.
   */
  createSession(session: NewSession, idempotency?: Idempotency): Promise<SessionCreation>
  /**
   * Does that in one statement, together with others that come at the same time, if the key is what
   * it was seen to be. Undefined when nothing was written, for whatever reason.
   */
  createSessionAtOnce(session: NewSession, key: SeenKey): Promise<CheckoutSession | undefined>
  findSession(id: string): Promise<CheckoutSession | undefined>
  /** As `findSession`, with the database's clock at the read. */
  findSessionAndNow(id: string): Promise<SessionAndNow | undefined>
  /** With its session's deadline, and the database's clock at the read. */
  findAttempt(id: string): Promise<({ attempt: PaymentAttempt } & Moments) | undefined>
  getAttempt(id: string): Promise<{ attempt: PaymentAttempt } & Moments>
  /**
   * Takes over attempts of those providers whose next check is due; no other process gets them for
   * some seconds.
   */
  claimDueAttempts(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Turns late open sessions into expired ones and returns their ids. */
  expireLateSessions(limit: number): Promise<string[]>
  /** Messages that nobody has delivered yet; no other process gets them for some seconds. */
  claimOutbox(limit: number): Promise<OutboxMessage[]>
  markDelivered(messageIds: number[]): Promise<void>
  /** Writes the notification down; false when it was handled before. */
  openNotification(notification: { provider: string; eventId: string }): Promise<boolean>
  closeNotification(notification: { provider: string; eventId: string }): Promise<void>
  transaction<Result>(work: (tx: CheckoutTransaction) => Promise<Result>): Promise<Result>
  refunds: RefundDatabase
  orphans: OrphanDatabase
  charges: ChargeDatabase
}
