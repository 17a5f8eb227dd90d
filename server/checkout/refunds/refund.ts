import type { Dispute } from './dispute.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { RequestKey } from '../ports/idempotency.ts'

/**
 * `pending`: money and units are reserved until the provider decides. `succeeded`: the money is
 * given back and the units are in stock; it may still fail weeks later, when the buyer's bank
 * returns the money. `failed`: final; nothing was given back, and the money is free again.
 */
export type RefundState = 'pending' | 'succeeded' | 'failed'

/** What the merchant says about the units of a refund that failed late; `seen` when it had none. */
export type LateFailureAnswer = 'came_back' | 'did_not_come_back' | 'seen'

/** Money of an order that is given back. `amount`: in the minor unit of `currency`. */
export type Refund = {
  id: string
  /** `provider`: made at the provider, by the merchant or by the provider itself. */
  kind: 'requested' | 'provider'
  /** Null until an answer has named it. */
  providerRefundId: string | null
  orderNumber: string
  storeId: string
  attemptId: string
  amount: number
  currency: string
  /** Units of the order that go back into stock. */
  returnedUnits: number
  /** How many of those units are in stock now. */
  restockedUnits: number
  reason: string | null
  /** The member's email address, `secret_key`, or the provider's name. */
  requestedBy: string
  state: RefundState
  failureCode: string | null
  failureAnswer: LateFailureAnswer | null
  createdAt: Date
  /** When it first succeeded, even if it failed later. */
  succeededAt: Date | null
  settledAt: Date | null
}

/** Whether it failed after it had succeeded, and the merchant must say what became of its units. */
export const isToAnswer = ({
  state,
  succeededAt,
  failureAnswer,
}: Pick<Refund, 'state' | 'succeededAt' | 'failureAnswer'>) =>
  state === 'failed' && succeededAt !== null && failureAnswer === null

/** `amount`: a whole number, at least 1. `returnedUnits`: a whole number, at least 0. */
export type RefundRequest = Pick<Refund, 'storeId' | 'orderNumber' | 'returnedUnits' | 'reason'> & {
  /** (Default: what is left of the order.) */
  amount?: number | undefined
  /** For the audit log. */
  actor: { name: string; address: string | null }
  /** The form's nonce: the same nonce gets the same refund of the order. */
  idempotencyKey?: string | undefined
  /** A program's key: the same key gets the same refund of the store. */
  request?: RequestKey | undefined
}

/** Why nothing was done, with the numbers for a sentence about it. */
export type RefundRefusal =
  | { reason: 'order_not_found' }
  /** The order's provider is not open now. */
  | { reason: 'other_provider'; provider: ProviderName }
  /** Another refund of the order used the key. */
  | { reason: 'other_request' }
  | { reason: 'more_money_than_left'; left: number; currency: string }
  /** Without the dispute there would be enough. */
  | {
      reason: 'payment_disputed'
      left: number
      currency: string
      dispute: Pick<Dispute, 'state' | 'reason'>
    }
  | { reason: 'more_units_than_left'; left: number }

/** Nothing was done. The page words the refusal, because it knows the form and the formats. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
  readonly refusal: RefundRefusal

  constructor(refusal: RefundRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

const FAILURES: Record<string, string> = {
  amount_not_supported: 'The payment provider cannot express this amount in this currency.',
  amount_too_large: 'The payment provider has less of this payment left than that.',
  charge_already_refunded: 'The payment provider says that this payment was given back already.',
  expired_or_canceled_card: 'The buyer’s card is no longer valid.',
  lost_or_stolen_card: 'The buyer’s card is no longer valid.',
  charge_disputed: 'The buyer’s bank disputes this payment: it cannot be refunded while it does.',
  declined: 'The buyer’s bank refused the money.',
  insufficient_funds: 'Your balance at the payment provider is too low.',
}

/** What the merchant reads about a failed refund. */
export const failureMessage = (code: string) => FAILURES[code] ?? 'The payment provider refused it.'
