import type { AttemptState } from '../payments/attempt.ts'
import type { ReconciliationBreak } from './payment-transaction.ts'
import type { OrphanResolution, OrphanedPayment } from './orphan-database.ts'
import type { LedgerEntry } from './provider.ts'
import type { FirstComparison, LastReconciliation } from './reconciliation-schedule.ts'
import type { Dispute } from '../refunds/dispute.ts'
import type { Refund } from '../refunds/refund.ts'

type DisputeFields = Pick<Dispute, 'amount' | 'currency' | 'reason' | 'state'> & {
  storeId: string
  disputeId: string
}

type FirstFields = Pick<FirstComparison, 'unsureBefore' | 'lostSince'>

export type CapturedFields = {
  attemptId: string
  storeId: string
  captured: number
  amountTotal: number
  currency: string
}

/** What happened, for the operator's log. One function per event. */
export type CheckoutEvents = {
  sessionCreated(fields: { sessionId: string; storeId: string }): void
  attemptMoved(fields: {
    sessionId: string
    attemptId: string
    from: AttemptState
    to: AttemptState
  }): void
  sessionCompleted(fields: {
    sessionId: string
    storeId: string
    amountTotal: number
    currency: string
  }): void
  /** The provider's books and ours disagree; the money is cancelled or given back. */
  breakFound(fields: {
    attemptId: string
    storeId: string
    kind: ReconciliationBreak['kind']
  }): void
  /** Our money is at the provider, and the payment that it belongs to is not on record. */
  orphanFound(
    fields: Pick<
      LedgerEntry,
      'paymentId' | 'attemptId' | 'storeId' | 'captured' | 'isOpen' | 'currency'
    > & { provider: string },
  ): void
  orphanResolved(
    fields: Pick<OrphanedPayment, 'provider' | 'paymentId' | 'attemptId'> & {
      resolution: OrphanResolution
    },
  ): void
  /** The provider gives nothing back, for this reason. Logged once, tried again every hour. */
  orphanRefused(
    fields: Pick<OrphanedPayment, 'provider' | 'paymentId' | 'attemptId'> & { code: string },
  ): void
  /** A provider's books and ours differ about a payment. */
  differenceFound(fields: {
    kind: string
    provider?: string
    paymentId?: string | undefined
    attemptId?: string | undefined
    sessionId?: string | undefined
    orderNumber?: string | null | undefined
  }): void
  /** The books of all providers were compared with ours. */
  reconciled(fields: { compared: number; differences: Record<string, number> }): void
  /** Sessions and orders from before a restore or a promotion are paid and refunded again. */
  recordCompared(fields: FirstFields): void
  /** So they are, although the provider's books could not be read for half an hour. */
  recordUncompared(fields: FirstFields): void
  /** The result of the last comparison, and how many orphans still wait. */
  reconciliationSeen(fields: LastReconciliation & { orphans: number }): void
  /** The payment was refused before it began: somebody tries out cards or blocks stock. */
  paymentRefused(fields: {
    sessionId: string
    storeId: string
    scope: 'session' | 'client' | 'store'
    reason: 'attempts' | 'holds' | 'declines'
  }): void
  /** The payment was refused before it began: the provider keeps timing out. */
  paymentsUnavailable(fields: { sessionId: string }): void
  refundSettled(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency' | 'state'> & { refundId: string },
  ): void
  /** A refund had succeeded, and the provider has taken it back. */
  refundFailedLate(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency'> & { refundId: string; code: string },
  ): void
  /** Nobody here has asked for this refund. */
  refundMadeAtProvider(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency'> & { refundId: string },
  ): void
  /** The provider has captured more or less than the order's total. */
  capturedDiffers(fields: CapturedFields): void
  disputeOpened(fields: DisputeFields): void
  disputeClosed(fields: DisputeFields): void
  statusReadFailed(fields: { sessionId: string; error: unknown }): void
  recoveryFailed(fields: {
    attemptId?: string
    refundId?: string
    paymentId?: string
    error: unknown
  }): void
}
