import type { ProviderName } from '../contract/fields.ts'
import type { RequestKey } from './ports/idempotency.ts'

/**
 * `pending`: money and units are reserved, the provider has not decided yet. `succeeded`: the money
 * is given back and the units are in stock again; that may fail still, weeks later, when the
 * buyer's bank returns it. `failed`: nothing was given back, and the money is free again; it never
 * changes.
 */
export type RefundState = 'pending' | 'succeeded' | 'failed'

/** What the merchant says of the units of a refund that failed late; `seen` when it had none. */
export type LateFailureAnswer = 'came_back' | 'did_not_come_back' | 'seen'

/**
 * Money of an order that is given back, all of it or a part; `amount` in the minor unit of the
 * order's currency.
 */
export type Refund = {
  id: string
  /** `provider`: made there, by the merchant or by the provider itself. */
  kind: 'requested' | 'provider'
  /** The provider's own id, once an answer has named it. */
  providerRefundId: string | null
  orderNumber: string
  storeId: string
  /** The payment attempt that the money came from. */
  attemptId: string
  amount: number
  currency: string
  /** Units of the order that go back into stock. */
  returnedUnits: number
  /** How many of them it has in stock now. */
  restockedUnits: number
  reason: string | null
  /** The member's email address, `secret_key` for a program with it, or the provider's name. */
  requestedBy: string
  state: RefundState
  failureCode: string | null
  failureAnswer: LateFailureAnswer | null
  createdAt: Date
  /** When it succeeded first, whatever has become of it. */
  succeededAt: Date | null
  settledAt: Date | null
}

/** It failed after it had succeeded, and the merchant has not said what became of its units. */
export const isToAnswer = ({
  state,
  succeededAt,
  failureAnswer,
}: Pick<Refund, 'state' | 'succeededAt' | 'failureAnswer'>) =>
  state === 'failed' && succeededAt !== null && failureAnswer === null

/**
 * What somebody asks for. `amount` and `returnedUnits` are whole, `amount` at least 1,
 * `returnedUnits` at least 0.
 */
export type RefundRequest = Pick<Refund, 'storeId' | 'orderNumber' | 'returnedUnits' | 'reason'> & {
  /** Undefined: what is left of the order. */
  amount?: number | undefined
  /** Who asks, and from where: for the audit log. */
  actor: { name: string; address: string | null }
  /** The form's nonce: whoever asks again with the same one gets the same refund of the order. */
  idempotencyKey?: string | undefined
  /** The same for a program, whatever it asks of the store. */
  request?: RequestKey | undefined
}

/** Why nothing was done, and the figures that a sentence about it needs. */
export type RefundRefusal =
  | { reason: 'order_not_found' }
  /** The order was paid through a provider that is not open now. */
  | { reason: 'other_provider'; provider: ProviderName }
  /** The key was used for another refund of the order. */
  | { reason: 'other_request' }
  | { reason: 'more_money_than_left'; left: number; currency: string }
  | { reason: 'more_units_than_left'; left: number }

/** Nothing was done. The page words it itself: it knows the form's fields and the member's formats. */
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

/** What the merchant reads about a refund that failed. */
export const failureMessage = (code: string) => FAILURES[code] ?? 'The payment provider refused it.'
