import type { ProviderName } from '../../contract/fields.ts'
import type { Moments, PaymentAttempt } from '../attempt.ts'
import type { Actor } from '../audit.ts'
import type { ChargeDatabase } from './charge-database.ts'
import type { Idempotency, KeyUse, Made, RequestKey } from './idempotency.ts'
import type { OrphanDatabase } from './orphan-database.ts'
import type {
  BreakResolution,
  Check,
  Elsewhere,
  LockedSession,
  PaymentTransaction,
  ReconciliationBreak,
} from './payment-transaction.ts'
import type { RefundDatabase } from './refund-database.ts'
import type { RestartDatabase } from './restart-database.ts'
import type { NewSession, SeenKey, SessionCreation } from './session-creation.ts'
import type { CheckoutSession, OpenSessions, SessionEnder } from '../session.ts'

/**
 * An event that other processes and the cache have to hear of. It is written to the log in the
 * transaction of the change and delivered at least once.
 */
export type OutboxMessage = {
  id: number
  type: 'checkout.session.completed'
  sessionId: string
  storeId: string
}

/** A session that has just expired. */
export type EndedSession = { sessionId: string; storeId: string }
/** What is to be said of an order, and who says it. */
export type Fulfilment = {
  storeId: string
  orderNumber: string
  isFulfilled: boolean
  actor: Actor
}

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type CheckoutTransaction = PaymentTransaction & {
  lockSession(id: string): Promise<LockedSession | undefined>
  /** A new version of the session: what its page shows has changed. */
  renewSession(id: string): Promise<void>
  /** Expires an open session that is locked, and notes who has ended it. */
  endSession(session: LockedSession, by: SessionEnder): Promise<void>
  /**
   * Does that to open sessions of a product, after waiting for whoever has one locked; returns
   * their ids.
   */
  endOpenSessions(of: OpenSessions): Promise<string[]>
  /** Waits for a twin with the same key, which is committed or given up then. */
  takeKey(key: RequestKey, made: Made): Promise<KeyUse>
  /** False when the order is marked so already, or there is none. */
  setFulfilled(change: Fulfilment): Promise<boolean>
  getAttempt(id: string): Promise<PaymentAttempt>
  /** Says when to look at the attempt again. */
  scheduleAttempt(id: string, check: Check): Promise<void>
  /** False when it is on record already and not resolved. */
  insertBreak(attempt: PaymentAttempt, found: ReconciliationBreak): Promise<boolean>
  resolveBreaks(attemptId: string, resolution: BreakResolution): Promise<void>
}

/** What may be done for many in one transaction, with a result for each, in their order. */
export type SharedWork<Item, Result> = {
  run(tx: CheckoutTransaction, items: Item[]): Promise<(Result | Elsewhere)[]>
  /** Two items with a key in common never share a transaction. */
  keysOf(item: Item): string[]
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
  /** The id of the attempt that waits for the session's buyer. */
  findWaiting(sessionId: string): Promise<string | undefined>
  /**
   * Takes over attempts of those providers whose next check is due; no other process gets them for
   * some seconds.
   */
  claimDueAttempts(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Turns late open sessions into expired ones and returns them. */
  expireLateSessions(limit: number): Promise<EndedSession[]>
  /** Messages that nobody has delivered yet; no other process gets them for some seconds. */
  claimOutbox(limit: number): Promise<OutboxMessage[]>
  markDelivered(messageIds: number[]): Promise<void>
  /** Writes the notification down; false when it was handled before. */
  openNotification(notification: { provider: string; eventId: string }): Promise<boolean>
  closeNotification(notification: { provider: string; eventId: string }): Promise<void>
  transaction<Result>(work: (tx: CheckoutTransaction) => Promise<Result>): Promise<Result>
  /**
   * Does this in one transaction with whatever else of the same work has come since the one before
   * began. Each item fails or succeeds as if it had been alone, after those that came before it.
   */
  together<Item, Result>(work: SharedWork<Item, Result>, item: Item): Promise<Result>
  refunds: RefundDatabase
  orphans: OrphanDatabase
  charges: ChargeDatabase
  restarts: RestartDatabase
}
