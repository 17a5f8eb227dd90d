import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt } from '../attempt.ts'
import type { Refund, RefundRequest } from '../refund.ts'
import type { KeyUse, Made, RequestKey } from './idempotency.ts'

/**
 * What a provider is to give back of a payment, once per `refundId`, in the minor unit of the
 * payment's currency.
 */
export type RefundPart = { refundId: string; amount: number }

/**
 * What a provider says of a refund. `failed` promises that nothing was given back and under this id
 * never will be; `unknown`: it is not decided yet, or nobody knows; to be asked again.
 * `providerRefundId` is the provider's own id, once an answer names it.
 */
export type RefundOutcome = { providerRefundId?: string } & (
  | { type: 'refunded' }
  | { type: 'failed'; code: string }
  | { type: 'unknown' }
)

/**
 * An order locked until the transaction ends. What is refunded and returned includes what is only
 * reserved for it.
 */
export type LockedOrder = {
  id: number
  provider: ProviderName
  currency: string
  amountTotal: number
  refunded: number
  quantity: number
  returned: number
}

/** A refund with all that the record asks of it. */
export type NewRefund = RefundRequest & { id: string; amount: number; idempotencyKey: string }

export type RefundReservation = { type: 'reserved'; refund: Refund } | { type: 'too_little_left' }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type RefundTransaction = {
  lockOrder(storeId: string, orderNumber: string): Promise<LockedOrder | undefined>
  /** Waits for a twin with the same key, which is committed or given up then. */
  takeKey(key: RequestKey, made: Made): Promise<KeyUse>
  findRefund(orderId: number, idempotencyKey: string): Promise<Refund | undefined>
  /**
   * Reserves money and units of the order and writes the refund down, or changes nothing when that
   * much is not left.
   */
  insertRefund(orderId: number, refund: NewRefund): Promise<RefundReservation>
  /** Locks the refund's order, too. */
  lockRefund(id: string): Promise<Refund>
  /** The refund is done: its units are back in stock. */
  succeedRefund(id: string, answer: ProviderAnswer): Promise<Refund>
  /** The refund will never be done: what was reserved for it is free again. */
  failRefund(id: string, answer: ProviderAnswer & { code: string }): Promise<Refund>
  /** Nothing new: it is looked at again, later each time. */
  postponeRefund(id: string, answer: ProviderAnswer): Promise<Refund>
}

type ProviderAnswer = { providerRefundId: string | undefined }

/** The record of refunds. */
export type RefundDatabase = {
  getRefund(id: string): Promise<{ refund: Refund; attempt: PaymentAttempt }>
  /**
   * Takes over pending refunds of those providers whose next check is due; no other process gets them
   * for some seconds.
   */
  claimDueRefunds(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Takes over the pending refunds of that payment, due or not. */
  claimRefundsOf(attemptId: string): Promise<string[]>
  transaction<Result>(work: (tx: RefundTransaction) => Promise<Result>): Promise<Result>
}
