import type { TestPayment } from '../../contract/test-provider.ts'
import type { DisputeState } from '../../checkout/dispute.ts'

/**
 * What the test bank knows of a payment. `visibleInMs`: how long a slow bank will not have
 * answered; 0 for all others.
 */
export type LedgerPayment = {
  id: number
  attemptId: string
  amount: number
  currency: string
  status: 'challenged' | 'authorized' | 'captured' | 'cancelled' | 'refunded' | 'declined'
  /** What was given back of it; all of it when its status is `refunded`. */
  refunded: number
  card: string | null
  declineCode: string | null
  challengeId: string | null
  visibleInMs: number
}

export type BookedPayment = Pick<
  LedgerPayment,
  'id' | 'attemptId' | 'amount' | 'currency' | 'status' | 'refunded'
> & { sessionId: string; storeId: string; chargedBack: number; createdAt: Date }

/** A part that was asked back; refused, or taken back later, when there is a failure code. */
export type LedgerRefund = { id: number; amount: number; failureCode: string | null }

/** `refundId`: null when the bank has given it back by itself. */
export type BookedRefund = LedgerRefund & {
  refundId: string | null
  createdAt: Date
}

export type LedgerDispute = {
  id: number
  amount: number
  currency: string
  reason: string
  state: DisputeState
  dueAt: Date | null
  openedAt: Date
}

export type NewLedgerPayment = Pick<
  LedgerPayment,
  'attemptId' | 'amount' | 'currency' | 'status' | 'card' | 'declineCode' | 'challengeId'
> & { sessionId: string; storeId: string; visibleAfterMs: number }

/** A payment that asks its buyer, as the bank's page shows it. */
export type LedgerChallenge = {
  attemptId: string
  sessionId: string
  amount: number
  currency: string
  status: LedgerPayment['status']
  card: string | null
}

/** The books of the test provider: kept apart from ours, each call its own transaction. */
export type TestLedger = {
  savePaymentMethod(method: { id: string; card: string }): Promise<void>
  findCard(paymentMethodId: string): Promise<string | undefined>
  /** Writes the payment down unless the attempt has one, and returns the one that is there now. */
  insertOnce(payment: NewLedgerPayment): Promise<LedgerPayment>
  find(attemptId: string): Promise<LedgerPayment | undefined>
  /** The payment of a session whose money was taken, given back or not. */
  findPaid(sessionId: string): Promise<LedgerPayment | undefined>
  /**
   * Moves the payment on if it stands at one of `from`, and returns it as it is then; `isMoved`: by
   * this call.
   */
  move(change: {
    attemptId: string
    from: LedgerPayment['status'][]
    to: LedgerPayment['status']
    declineCode?: string
  }): Promise<(LedgerPayment & { isMoved: boolean }) | undefined>
  /**
   * Gives back that much of a captured payment if it is left, unless that refund was decided
   * before, and returns the decision.
   */
  refundOnce(refund: { refundId: string; attemptId: string; amount: number }): Promise<LedgerRefund>
  /** Gives back that much by itself; undefined when it is not left. */
  refundByBank(refund: { attemptId: string; amount: number }): Promise<LedgerRefund | undefined>
  /** Takes the youngest refund back that has succeeded; undefined when there is none. */
  takeBackRefund(failure: { attemptId: string; code: string }): Promise<LedgerRefund | undefined>
  /** Opens the payment's dispute, or moves the one that it has. */
  dispute(
    dispute: Pick<LedgerDispute, 'amount' | 'reason' | 'state' | 'dueAt'> & { attemptId: string },
  ): Promise<void>
  /** Oldest first. */
  listRefunds(attemptId: string): Promise<BookedRefund[]>
  listDisputes(attemptId: string): Promise<LedgerDispute[]>
  /** Ids of payments whose refunds or disputes have changed since then. */
  listChanged(since: Date): AsyncIterable<number>
  findChallenge(challengeId: string): Promise<LedgerChallenge | undefined>
  findBooked(attemptId: string): Promise<BookedPayment | undefined>
  /** Every payment since then, oldest first. */
  listSince(since: Date): AsyncIterable<BookedPayment>
  list(query: {
    storeId: string | null
    limit: number
    before: number | null
  }): Promise<{ data: TestPayment[]; nextCursor: string | null }>
}
