import type { ProviderName } from '../../contract/fields.ts'
import type { PaymentAttempt } from '../payments/attempt.ts'
import type { Dispute } from '../refunds/dispute.ts'
import type { Refund, RefundRequest } from '../refunds/refund.ts'
import type { KeyUse, Creation, RequestKey } from './idempotency.ts'

/** What a provider should give back, once per `refundId`, in the minor unit of the currency. */
export type RefundPart = { refundId: string; amount: number }

/**
 * `failed`: nothing was given back, and nothing ever will be under this id. `unknown`: undecided or
 * no answer; ask again. `providerRefundId`: once an answer names it.
 */
export type RefundOutcome = { providerRefundId?: string } & (
  | { type: 'refunded' }
  | { type: 'failed'; code: string }
  | { type: 'unknown' }
)

/** Locked until the transaction ends. `refunded` and `returned` include what is only reserved. */
export type LockedOrder = {
  id: number
  provider: ProviderName
  currency: string
  amountTotal: number
  refunded: number
  quantity: number
  returned: number
  disputes: Dispute[]
  /** It is from before a restore or a promotion, after which the books are not compared yet. */
  isUnsure: boolean
}

/** `refundable`: what all refunds of the order may be together. */
export type NewRefund = RefundRequest & {
  id: string
  amount: number
  idempotencyKey: string
  refundable: number
}

export type RefundReservation = { type: 'reserved'; refund: Refund } | { type: 'too_little_left' }

/** One PostgreSQL transaction. Nothing in it may wait for the network. */
export type RefundTransaction = {
  lockOrder(storeId: string, orderNumber: string): Promise<LockedOrder | undefined>
  /** Waits for another request with the same key until that one commits or gives up. */
  takeKey(key: RequestKey, made: Creation): Promise<KeyUse>
  findRefund(orderId: number, idempotencyKey: string): Promise<Refund | undefined>
  findRefundById(id: string): Promise<Refund | undefined>
  /** Reserves money and units and records the refund; changes nothing when too little is left. */
  insertRefund(orderId: number, refund: NewRefund): Promise<RefundReservation>
  /** Locks the refund's order, too. */
  lockRefund(id: string): Promise<Refund>
  /** The money is given back: its units return to the stock. */
  succeedRefund(id: string, answer: ProviderAnswer): Promise<Refund>
  /** The money will never be given back: frees what was reserved. */
  failRefund(id: string, answer: ProviderAnswer & { code: string }): Promise<Refund>
  /** Nothing new: the next look comes later each time. */
  postponeRefund(id: string, answer: ProviderAnswer): Promise<Refund>
}

type ProviderAnswer = { providerRefundId: string | undefined }

export type RefundDatabase = {
  getRefund(id: string): Promise<{ refund: Refund; attempt: PaymentAttempt }>
  /** Takes over pending refunds of these providers whose next look is due, for some seconds. */
  claimDueRefunds(providers: readonly ProviderName[], limit: number): Promise<string[]>
  /** Takes over the pending refunds of this payment, due or not. */
  claimRefundsOf(attemptId: string): Promise<string[]>
  transaction<Result>(work: (tx: RefundTransaction) => Promise<Result>): Promise<Result>
}
