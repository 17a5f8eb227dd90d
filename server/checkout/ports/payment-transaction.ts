import type { AttemptState, PaymentAttempt, PaymentCard } from '../payments/attempt.ts'
import type { ClientNetwork } from '../buyers/client-network.ts'
import type { SessionDetails, SessionState } from '../sessions/session.ts'

/** Another transaction has locked it. Shared work does not wait: this item is done again, alone. */
export const LOCKED_BY_ANOTHER = Symbol('locked by another')
export type LockedByAnother = typeof LOCKED_BY_ANOTHER

/** Locked until the transaction ends. `now`: the database's clock once the lock was ours. */
export type LockedSession = {
  id: string
  storeId: string
  state: SessionState
  version: number
  expiresAt: Date
  now: Date
}

/** `networks`: of the client, narrowest first. */
export type Buyer = { sessionId: string; networks: ClientNetwork[] }

/** The payments within the window, by the client's networks and by the store. */
export type RecentPayments = {
  /** `heldUnits`: of the variant, now. `underWay`, `declines`: numbers of payments. */
  networks: { allowance: number; heldUnits: number; underWay: number; declines: number }[]
  /** Units of the variant that are for sale, and `keptUnits`. */
  unitsLeft: number
  /** Units that the session's last payment, which its buyer gave up, has kept for the next one. */
  keptUnits: number
  store: { settled: number; declines: number }
  /** A payment that the record has lost took money for the session (payments §8). */
  isPaidByOrphan: boolean
  /** It is from before a restore or a promotion, after which the books are not compared yet. */
  isUnsure: boolean
}

/**
 * What decides whether a session can be paid, locked until the transaction ends. `now`: the
 * database's clock once all locks were ours. `isRemoved`: the variant is no longer sold.
 */
export type PayableSession = {
  session: SessionDetails
  recent: RecentPayments
  isRemoved: boolean
  now: Date
}

/**
 * `clientKeys`: of the client's networks, narrowest first; empty when unknown. `receiptDigest`: of
 * the paying browser's key; null without one. `agreedToTerms`: the buyer ticked the box.
 * `languages`: of mails to the buyer, best first. `language`: of the page. `hasKeptUnits`: takes over those of its session.
 */
export type NewAttempt = {
  attempt: PaymentAttempt
  hasKeptUnits: boolean
  clientKeys: string[]
  receiptDigest: string | null
  agreedToTerms: boolean
  languages: string[]
  language: string
}

/**
 * `soon`: recovery takes the next step in seconds. `later`: wait longer each time, up to half a
 * minute. `seldom`: nobody waits for it, up to an hour. `keepsUnits`: until its lease is over,
 * although it has ended. (Default: an attempt that has ended returns them.)
 */
export type AttemptChange = {
  state: AttemptState
  check: Check
  keepsUnits?: boolean
  challengeUrl?: string
  declineCode?: string
  leaseUntil?: Date
  providerPaymentId?: string | undefined
  card?: PaymentCard | undefined
}

export type Check = 'soon' | 'later' | 'seldom' | 'never'

/** A change of an attempt that is still as it was seen. */
export type AttemptMove = { seen: PaymentAttempt; change: AttemptChange }

/** The provider's books and ours differ (payments X). `amount`, `currency`: the provider's. */
export type ReconciliationBreak = {
  kind: 'late_authorization' | 'late_capture' | 'wrong_payment'
  amount: number
  currency: string
}

/** What became of the money: cancelled, given back, or part of the order after all. */
export type BreakResolution = 'voided' | 'refunded' | 'order'

/** `spareNumber`: for an attempt without an order number, or with one that is taken. */
export type Completion = AttemptMove & { spareNumber: string }

/** `sessionState`: the session's next state. `resolution`: null while the money is not free. */
export type Release = AttemptMove & {
  sessionState: 'open' | 'paying' | 'expired'
  resolution: BreakResolution | null
}

/** `endsSoldOut`: its variant has units for sale again, and had none. */
export type ReleasedAttempt = { id: string; variantId: string; endsSoldOut: boolean }

export type PlacedOrder = { attemptId: string; orderNumber: string; paidAt: Date }

/** The steps of payments, for many at once. */
export type PaymentTransaction = {
  /** In the order of `ids`; undefined for a session that does not exist. */
  lockSessions(ids: string[]): Promise<(LockedSession | LockedByAnother | undefined)[]>
  /**
   * Locks sessions, buyers and variants. Payments of one client wait for each other from here on,
   * so that their counts stay true.
   */
  lockPayable(
    buyers: Buyer[],
    windowSeconds: number,
  ): Promise<(PayableSession | LockedByAnother | undefined)[]>
  /** Records the attempts, takes their units off the stock, and makes their sessions `paying`. */
  insertAttempts(attempts: NewAttempt[]): Promise<void>
  /** Returns the ids of the attempts that were as seen and are moved. */
  moveAttempts(moves: AttemptMove[]): Promise<string[]>
  /** Also ends their holds, returns the units, and sets the state of their sessions. */
  releaseAttempts(releases: Release[]): Promise<ReleasedAttempt[]>
  /** Also writes the orders and their events, keeps the units, and completes the sessions. */
  completeAttempts(completions: Completion[]): Promise<PlacedOrder[]>
}
