import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt } from '../attempt.ts'
import type { Dispute, DisputeState } from '../dispute.ts'
import type { LateFailureAnswer, Refund } from '../refund.ts'
import type { Actor } from '../audit.ts'
import type { ChargeRefund } from './provider.ts'
import type { RefundTransaction } from './refund-database.ts'

/**
 * A reading of an order's charge that begins. `number` grows with each one of the order; `onRecord`
 * is the number of the one that was written down last, 0 without one.
 */
export type BegunReading = { number: number; onRecord: number; attempt: PaymentAttempt }

/** An order that is locked until the transaction ends, with what is recorded of its charge. */
export type LockedCharge = {
  orderId: number
  orderNumber: string
  storeId: string
  storeName: string
  amountTotal: number
  currency: string
  /** As the youngest reading has it; null when there is none. */
  captured: number | null
  /** Of the youngest reading that was written down; 0 when there is none. */
  readingNumber: number
  refunds: Refund[]
  disputes: Dispute[]
}

/** A refund that the provider has made by itself. */
export type ProviderRefund = ChargeRefund & { id: string; provider: ProviderName }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type ChargeTransaction = Pick<RefundTransaction, 'succeedRefund' | 'failRefund'> & {
  /** @throws {Error} when the attempt has no order */
  lockCharge(attemptId: string): Promise<LockedCharge>
  /** What was given back by it counts, whatever is left of the order. */
  insertProviderRefund(orderId: number, refund: ProviderRefund): Promise<Refund>
  /**
   * The money has come back to the provider: its amount is free again. Its units stay where they
   * are until the merchant says what has become of them.
   */
  failSucceededRefund(id: string, failure: { code: string }): Promise<Refund>
  writeDispute(orderId: number, dispute: Dispute): Promise<void>
  /**
   * The reading is written down. `dispute`: as the order is shown; `readAgain`: the provider may
   * not tell what comes next.
   */
  finishReading(
    orderId: number,
    reading: {
      number: number
      captured: number
      dispute: DisputeState | null
      readAgain: boolean
    },
  ): Promise<void>
}

export type LateFailure = {
  storeId: string
  orderNumber: string
  refundId: string
  answer: LateFailureAnswer
  actor: Actor
}

/**
 * `not_asked`: there is nothing to answer, or somebody has; `units_sold`: the units are not in stock
 * any more, and nothing was changed.
 */
export type AnswerTaking = { type: 'taken'; units: number } | { type: 'not_asked' | 'units_sold' }

/** The record of what the provider says of the charges of orders. */
export type ChargeDatabase = {
  /**
   * A reading begins; the order is due again some seconds later, unless the reading is finished
   * then. Undefined for an attempt without an order: should it get one, a reading is due with it.
   */
  beginReading(attemptId: string): Promise<BegunReading | undefined>
  /**
   * Takes over readings of those providers that were begun and never finished; no other process
   * gets them for some seconds. Returns ids of attempts.
   */
  claimDueReadings(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Whose payment that is, by the provider's own id of it; undefined when it is none of ours. */
  findAttemptId(payment: { provider: ProviderName; paymentId: string }): Promise<string | undefined>
  /** What the merchant says of the units of a refund that failed late: once. */
  answerLateFailure(failure: LateFailure): Promise<AnswerTaking>
  transaction<Result>(work: (tx: ChargeTransaction) => Promise<Result>): Promise<Result>
}
