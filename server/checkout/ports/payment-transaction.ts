import type { AttemptState, PaymentAttempt, PaymentCard } from '../attempt.ts'
import type { ClientNetwork } from '../client-network.ts'
import type { SessionDetails, SessionState } from '../session.ts'

/**
 * Somebody else has it locked. Who shares a transaction with others does not keep them waiting for
 * that: it is done alone then, and waits alone.
 */
export const ELSEWHERE = Symbol('locked elsewhere')
export type Elsewhere = typeof ELSEWHERE

/**
 * A session locked until the transaction ends, with the database's clock read after the lock was
 * ours.
 */
export type LockedSession = {
  id: string
  storeId: string
  state: SessionState
  version: number
  expiresAt: Date
  now: Date
}

/** Who is about to pay what: `networks` of the client, the narrowest first. */
export type Buyer = { sessionId: string; networks: ClientNetwork[] }

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
 * What decides whether a session can be paid, all of it locked until the transaction ends; `now` is
 * read after the last lock was ours. `isRemoved`: its variant is for sale no more, whatever is left.
 */
export type PayableSession = {
  session: SessionDetails
  recent: RecentPayments
  isRemoved: boolean
  now: Date
}

/**
 * `clientKeys`: of the client's networks, the narrowest first; none when nothing is known of it.
 * `receiptDigest`: of the key of the browser that pays; null when it has none. `agreedToTerms`: to
 * those of the session, by a box.
 */
export type NewAttempt = {
  attempt: PaymentAttempt
  clientKeys: string[]
  receiptDigest: string | null
  agreedToTerms: boolean
}

/**
 * `check: 'soon'`: the next step is due now, recovery takes it over in seconds; `'later'`: nothing
 * new, wait longer each time, up to half a minute; `'seldom'`: nobody waits for it, up to an hour.
 */
export type AttemptChange = {
  state: AttemptState
  check: Check
  challengeUrl?: string
  declineCode?: string
  leaseUntil?: Date
  providerPaymentId?: string | undefined
  card?: PaymentCard | undefined
}

export type Check = 'soon' | 'later' | 'seldom' | 'never'

/** What becomes of an attempt if it is still as it was seen. */
export type AttemptMove = { seen: PaymentAttempt; change: AttemptChange }

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

/** `spareNumber`: for an attempt without an order number, or whose number another order has. */
export type Completion = AttemptMove & { spareNumber: string }

/** `sessionState`: what is left of its session; `resolution`: null while its money is not free. */
export type Release = AttemptMove & {
  sessionState: 'open' | 'paying' | 'expired'
  resolution: BreakResolution | null
}

export type PlacedOrder = { attemptId: string; orderNumber: string; paidAt: Date }

/** The steps of payments, each of them of many. */
export type PaymentTransaction = {
  /** A session for each id; undefined: there is none. */
  lockSessions(ids: string[]): Promise<(LockedSession | Elsewhere | undefined)[]>
  /**
   * Locks the sessions, their buyers and their variants: payments of one client wait for each other
   * from here on, so that what is counted stays true.
   */
  lockPayable(
    buyers: Buyer[],
    windowSeconds: number,
  ): Promise<(PayableSession | Elsewhere | undefined)[]>
  /**
   * Writes the attempts down, takes their units off the stock, and has their sessions `paying` with
   * one attempt more.
   */
  insertAttempts(attempts: NewAttempt[]): Promise<void>
  /** Returns the ids of those that were as they were seen, and are moved; so do the next ones. */
  moveAttempts(moves: AttemptMove[]): Promise<string[]>
  /** Also ends their holds, gives the units back and says what is left of their sessions. */
  releaseAttempts(releases: Release[]): Promise<string[]>
  /**
   * Also writes their orders down, ends their holds without returning the units, completes their
   * sessions and writes that to the log of events.
   */
  completeAttempts(completions: Completion[]): Promise<PlacedOrder[]>
}
