import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt } from '../payments/attempt.ts'
import type { Dispute, DisputeState } from '../refunds/dispute.ts'
import type { LateFailureAnswer, Refund } from '../refunds/refund.ts'
import type { Actor } from '../stores/audit.ts'
import type { ChargeRefund } from './provider.ts'
import type { RefundTransaction } from './refund-database.ts'

/**
 * A reading of an order's charge that has begun. `number`: grows with each reading of the order.
 * `onRecord`: number of the last reading that was written down; 0 without one.
 */
export type BegunReading = { number: number; onRecord: number; attempt: PaymentAttempt }

/** An order, locked until the transaction ends, with what is recorded of its charge. */
export type LockedCharge = {
  orderId: number
  orderNumber: string
  storeId: string
  storeName: string
  amountTotal: number
  currency: string
  /** By the latest reading; null without one. */
  captured: number | null
  /** The number of the latest reading that was written down; 0 without one. */
  readingNumber: number
  refunds: Refund[]
  disputes: Dispute[]
}

/** A refund that the provider made without being asked by us. */
export type ProviderRefund = ChargeRefund & { id: string; provider: ProviderName }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type ChargeTransaction = Pick<RefundTransaction, 'succeedRefund' | 'failRefund'> & {
  /** @throws {Error} when the attempt has no order */
  lockCharge(attemptId: string): Promise<LockedCharge>
  /** It counts even when less than its amount is left of the order. */
  insertProviderRefund(orderId: number, refund: ProviderRefund): Promise<Refund>
  /**
   * The money has come back to the provider, so it can be refunded again. The units stay where they
   * are until the merchant says what became of them.
   */
  failSucceededRefund(id: string, failure: { code: string }): Promise<Refund>
  writeDispute(orderId: number, dispute: Dispute): Promise<void>
  /**
   * Writes the reading down. `dispute`: the state that the order shows. `readAgain`: another
   * reading is due, because the provider may not notify us of the next change.
   */
  finishReading(
    orderId: number,
    reading: {
      number: number
      captured: number
      dispute: DisputeState | null
      readAgain: boolean
    },
  ): Promise<unknown>
}

export type LateFailure = {
  storeId: string
  orderNumber: string
  refundId: string
  answer: LateFailureAnswer
  actor: Actor
}

/**
 * `not_asked`: there is nothing to answer, or it was answered. `units_sold`: the units are not in
 * stock any more, and nothing was changed.
 */
export type AnswerTaking = { type: 'taken'; units: number } | { type: 'not_asked' | 'units_sold' }

/** The record of what providers say about the charges of orders. */
export type ChargeDatabase = {
  /**
   * Begins a reading. The order is due again some seconds later, unless the reading has finished.
   * Undefined for an attempt without an order: if it gets one, a reading is due with it.
   */
  beginReading(attemptId: string): Promise<BegunReading | undefined>
  /** Takes over unfinished readings of these providers for some seconds. Returns attempt ids. */
  claimDueReadings(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** The attempt of a payment, by the provider's own id; undefined when it is not ours. */
  findAttemptId(payment: { provider: ProviderName; paymentId: string }): Promise<string | undefined>
  /** What became of the units of a refund that failed late. The first answer counts. */
  answerLateFailure(failure: LateFailure): Promise<AnswerTaking>
  transaction<Result>(work: (tx: ChargeTransaction) => Promise<Result>): Promise<Result>
}
