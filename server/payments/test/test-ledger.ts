import type { TestPayment } from '../../contract/test-provider.ts'
import type { Dispute } from '../../checkout/dispute.ts'

/** What the test bank knows of a payment. `visibleInMs`: how long a slow bank is silent, else 0. */
export type LedgerPayment = {
  id: number
  attemptId: string
  amount: number
  currency: string
  status: 'challenged' | 'authorized' | 'captured' | 'cancelled' | 'refunded' | 'declined'
  /** What was given back; the whole amount when `status` is `refunded`. */
  refunded: number
  /** What its lost dispute has given to the buyer. */
  chargedBack: number
  /** In a dispute that is not won: nothing of it is given back. */
  isDisputed: boolean
  card: string | null
  declineCode: string | null
  challengeId: string | null
  visibleInMs: number
}

export type BookedPayment = Pick<
  LedgerPayment,
  'id' | 'attemptId' | 'amount' | 'currency' | 'status' | 'refunded' | 'chargedBack' | 'isDisputed'
> & { sessionId: string; storeId: string; createdAt: Date }

/** A partial refund. With a failure code it was refused, or taken back later. */
export type LedgerRefund = { id: number; amount: number; failureCode: string | null }

/** `refundId`: null when the bank gave the money back on its own. */
export type BookedRefund = LedgerRefund & {
  refundId: string | null
  createdAt: Date
}

export type LedgerDispute = Omit<Dispute, 'providerDisputeId' | 'isInquiry'> & { id: number }

export type NewLedgerPayment = Pick<
  LedgerPayment,
  'attemptId' | 'amount' | 'currency' | 'status' | 'card' | 'declineCode' | 'challengeId'
> & { sessionId: string; storeId: string; visibleAfterMs: number }

/** A payment whose buyer is being asked, as the bank's page shows it. */
export type LedgerChallenge = Pick<
  LedgerPayment,
  'attemptId' | 'amount' | 'currency' | 'status' | 'card'
> & { sessionId: string }

/** The test provider's books, separate from our record. Each call is its own transaction. */
export type TestLedger = {
  savePaymentMethod(method: { id: string; card: string }): Promise<void>
  findCard(paymentMethodId: string): Promise<string | undefined>
  /** Records the payment, unless the attempt has one, and returns the one that is recorded. */
  insertOnce(payment: NewLedgerPayment): Promise<LedgerPayment>
  find(attemptId: string): Promise<LedgerPayment | undefined>
  /** The session's payment whose money was taken, even if it was given back. */
  findPaid(sessionId: string): Promise<LedgerPayment | undefined>
  /**
   * Moves a payment in one of the states `from`; a disputed one is not refunded. `isMoved`: whether
   * this call moved it.
   */
  move(change: {
    attemptId: string
    from: LedgerPayment['status'][]
    to: LedgerPayment['status']
    declineCode?: string
  }): Promise<(LedgerPayment & { isMoved: boolean }) | undefined>
  /**
   * Refunds this much of a captured payment if it is left, and returns the decision. A refund that
   * was decided before keeps its decision.
   */
  refundOnce(refund: { refundId: string; attemptId: string; amount: number }): Promise<LedgerRefund>
  /** Gives this much back on the bank's own; undefined when less is left. */
  refundByBank(refund: { attemptId: string; amount: number }): Promise<LedgerRefund | undefined>
  /** Takes the latest successful refund back; undefined when there is none. */
  takeBackRefund(failure: { attemptId: string; code: string }): Promise<LedgerRefund | undefined>
  /**
   * Opens the payment's dispute, or changes the one that it has. A lost one takes no more than is
   * left. False, and nothing changed, when nothing is left.
   */
  dispute(
    dispute: Pick<LedgerDispute, 'amount' | 'reason' | 'state' | 'dueAt'> & { attemptId: string },
  ): Promise<boolean>
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
