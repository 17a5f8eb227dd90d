import type { AttemptState } from '../attempt.ts'
import type { ReconciliationBreak } from './payment-transaction.ts'
import type { OrphanResolution, OrphanedPayment } from './orphan-database.ts'
import type { LedgerEntry } from './provider.ts'
import type { LastReconciliation } from './reconciliation-schedule.ts'
import type { Dispute } from '../dispute.ts'
import type { Refund } from '../refund.ts'

type DisputeFields = Pick<Dispute, 'amount' | 'currency' | 'reason' | 'state'> & {
  storeId: string
  disputeId: string
}

/** What happened, for the operator's log; one function per event. */
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
  /** The provider's books and ours disagree; the money is given up or given back. */
  breakFound(fields: {
    attemptId: string
    storeId: string
    kind: ReconciliationBreak['kind']
  }): void
  /** Money of ours is at the provider, and the payment it belongs to is not on record. */
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
  /** Its provider gives nothing back of it, by this code; told once, tried again every hour. */
  orphanRefused(
    fields: Pick<OrphanedPayment, 'provider' | 'paymentId' | 'attemptId'> & { code: string },
  ): void
  /** A provider's books and ours say different things about a payment. */
  differenceFound(fields: {
    kind: string
    provider?: string
    paymentId?: string | undefined
    attemptId?: string | undefined
    sessionId?: string | undefined
    orderNumber?: string | null | undefined
  }): void
  /** All of the providers' books were compared with ours. */
  reconciled(fields: { compared: number; differences: Record<string, number> }): void
  /** How the last comparison went, and how many orphans still wait. */
  reconciliationSeen(fields: LastReconciliation & { orphans: number }): void
  /**
   * Somebody tries cards or takes stock away from others: the payment was refused before it began.
   */
  paymentRefused(fields: {
    sessionId: string
    storeId: string
    scope: 'session' | 'client' | 'store'
    reason: 'attempts' | 'holds' | 'declines'
  }): void
  /** The provider keeps timing out: the payment was refused before it began. */
  paymentsUnavailable(fields: { sessionId: string }): void
  refundSettled(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency' | 'state'> & { refundId: string },
  ): void
  /** The provider has taken a refund back that had succeeded. */
  refundFailedLate(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency'> & { refundId: string; code: string },
  ): void
  /** Nobody has asked for it here. */
  refundMadeAtProvider(
    fields: Pick<Refund, 'storeId' | 'amount' | 'currency'> & { refundId: string },
  ): void
  /** The provider says that more or less of an order was captured than its total. */
  capturedDiffers(fields: {
    attemptId: string
    storeId: string
    captured: number
    amountTotal: number
    currency: string
  }): void
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
