import type { ProviderName } from '../../contract/fields.ts'
import type { Tracking } from '../../contract/tracking.ts'
import type { Moments, PaymentAttempt } from '../payments/attempt.ts'
import type { Actor } from '../stores/audit.ts'
import type { KeptConfirmation } from './buyer-mails.ts'
import type { ChargeDatabase } from './charge-database.ts'
import type { Idempotency, KeyUse, Creation, RequestKey } from './idempotency.ts'
import type { OrphanDatabase } from './orphan-database.ts'
import type {
  BreakResolution,
  Check,
  LockedByAnother,
  LockedSession,
  PaymentTransaction,
  ReconciliationBreak,
  ReleasedAttempt,
} from './payment-transaction.ts'
import type { RefundDatabase } from './refund-database.ts'
import type { RestartDatabase } from './restart-database.ts'
import type { NewSession, SeenKey, SessionCreation } from './session-creation.ts'
import type { CheckoutSession, OpenSessions, SessionEnder } from '../sessions/session.ts'
import type { WithdrawableOrder } from '../orders/withdrawal.ts'

/** News for the cache and other processes, written with the change and delivered at least once. */
export type OutboxMessage = {
  id: number
  type: 'checkout.session.completed'
  sessionId: string
  storeId: string
}

export type EndedSession = { sessionId: string; storeId: string }
/**
 * A change of an order's fulfilment, and who makes it. `tracking`: how the buyer follows the parcel.
 * (Default: as it is.) `mailsBuyer`: whether the buyer hears of it. (Default: as the store has set.)
 */
export type Fulfilment = {
  storeId: string
  orderNumber: string
  isFulfilled: boolean
  actor: Actor
  tracking?: Tracking | null | undefined
  mailsBuyer?: boolean | undefined
}

/** Whether the buyer has the goods. `at`: since when. (Default: now, or what was said before.) */
export type Delivery = Pick<Fulfilment, 'storeId' | 'orderNumber' | 'actor'> & {
  isDelivered: boolean
  at?: Date | undefined
}

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type CheckoutTransaction = PaymentTransaction & {
  lockSession(id: string): Promise<LockedSession | undefined>
  /** Makes a new version of the session, because its page shows something new. */
  renewSession(id: string): Promise<unknown>
  /** Expires a locked open session and records who ended it. */
  endSession(session: LockedSession, by: SessionEnder): Promise<void>
  /** Expires open sessions of a product, after waiting for their locks. Returns their ids. */
  endOpenSessions(of: OpenSessions): Promise<string[]>
  /** Waits for another request with the same key until that one commits or gives up. */
  takeKey(key: RequestKey, made: Creation): Promise<KeyUse>
  /** False when the order is marked so already, with this tracking, or does not exist. */
  setFulfilled(change: Fulfilment): Promise<boolean>
  /** False when the order is marked so already, is not fulfilled, or does not exist. */
  setDelivered(change: Delivery): Promise<boolean>
  /** Undefined when nobody with this address has such an order. */
  lockWithdrawable(orderNumber: string): Promise<WithdrawableOrder | undefined>
  /** Returns when that was, on the database's clock. */
  setWithdrawn(order: Pick<WithdrawableOrder, 'id' | 'isLate'>): Promise<Date>
  getAttempt(id: string): Promise<PaymentAttempt>
  /** Sets the time of the next look at the attempt. */
  scheduleAttempt(id: string, check: Check): Promise<unknown>
  /** False when the same break is on record and unresolved. */
  insertBreak(attempt: PaymentAttempt, found: ReconciliationBreak): Promise<boolean>
  resolveBreaks(attemptId: string, resolution: BreakResolution): Promise<unknown>
}

/** Work that many may share in one transaction. Results come in the order of the items. */
export type SharedWork<Item, Result> = {
  run(tx: CheckoutTransaction, items: Item[]): Promise<(Result | LockedByAnother)[]>
  /** Two items with a key in common never share a transaction. */
  keysOf(item: Item): string[]
}

/**
 * `receiptDigest`: the one that the session was paid with, if any. `confirmation`: null unless a
 * mail about the order was written. `tracking`: of its parcel, if the store has said it.
 */
export type SessionAndNow = {
  session: CheckoutSession
  now: Date
  receiptDigest: string | null
  confirmation: KeptConfirmation | null
  tracking: Tracking | null
}

/** The record. A late session is expired before it is answered, so that the answer stays true. */
export type CheckoutDatabase = {
  /** Nothing else decides what may be sold. Waits for another request with the same key. */
  createSession(session: NewSession, idempotency?: Idempotency): Promise<SessionCreation>
  /**
   * Like `createSession` in one statement, shared with others that come at the same time, if the
   * key is as it was seen. Undefined when nothing was written, for whatever reason.
   */
  createSessionAtOnce(session: NewSession, key: SeenKey): Promise<CheckoutSession | undefined>
  findSession(id: string): Promise<CheckoutSession | undefined>
  /** With the database's clock at the read. */
  findSessionAndNow(id: string): Promise<SessionAndNow | undefined>
  /** Sends the confirmation of a paid session to another address. At most so often, see receipts. */
  correctEmail(sessionId: string, email: string): Promise<unknown>
  /** Those of these sessions that are open and for which too few units are left. */
  findShortages(sessionIds: string[]): Promise<{ sessionId: string; unitsLeft: number }[]>
  /** With the session's deadline, and the database's clock at the read. */
  findAttempt(id: string): Promise<({ attempt: PaymentAttempt } & Moments) | undefined>
  getAttempt(id: string): Promise<{ attempt: PaymentAttempt } & Moments>
  findWithdrawable(orderNumber: string): Promise<WithdrawableOrder | undefined>
  /** Writes the mail with a link to withdraw, if there is such an order and it has an address. */
  mailWithdrawalLink(orderNumber: string): Promise<unknown>
  /** The id of the attempt that waits for the session's buyer. */
  findWaiting(sessionId: string): Promise<string | undefined>
  /** Takes over attempts of these providers whose next look is due, for some seconds. */
  claimDueAttempts(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Returns units that the next payment of a session has not taken over in time. */
  returnKeptUnits(limit: number): Promise<ReleasedAttempt[]>
  /** Expires open sessions whose time is over and returns them. */
  expireLateSessions(limit: number): Promise<EndedSession[]>
  /** Messages that nobody has delivered; no other process gets them for some seconds. */
  claimOutbox(limit: number): Promise<OutboxMessage[]>
  markDelivered(messageIds: number[]): Promise<unknown>
  /** Records the notification; false when it was handled before. */
  openNotification(notification: { provider: string; eventId: string }): Promise<boolean>
  closeNotification(notification: { provider: string; eventId: string }): Promise<unknown>
  transaction<Result>(work: (tx: CheckoutTransaction) => Promise<Result>): Promise<Result>
  /**
   * Shares a transaction with all items of the same work that came since the last one began. Each
   * item fails or succeeds as if it were alone, after those that came before it.
   */
  together<Item, Result>(work: SharedWork<Item, Result>, item: Item): Promise<Result>
  refunds: RefundDatabase
  orphans: OrphanDatabase
  charges: ChargeDatabase
  restarts: RestartDatabase
}
