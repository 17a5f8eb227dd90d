import type { PaymentCard } from '../../checkout/attempt.ts'
import type { Dispute } from '../../checkout/dispute.ts'
import type { Refund } from '../../checkout/refund.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Seller } from '../../contract/seller.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { OrderSummary } from './order-list.ts'
import type { SessionEvent } from '../frame/session-history.ts'

/** What members have done with an order, from the audit log. */
export type OrderChange = {
  at: Date
  by: string
  action:
    | 'order.fulfilled'
    | 'order.unfulfilled'
    | 'order.note_changed'
    | 'order.units_came_back'
    | 'order.units_did_not_come_back'
    | 'order.failed_refund_seen'
}

export type OrderRefund = Omit<
  Refund,
  'orderNumber' | 'storeId' | 'attemptId' | 'currency' | 'providerRefundId'
>

export type OrderDispute = Omit<Dispute, 'providerDisputeId'> & { closedAt: Date | null }

/** The version of the seller and the terms that the buyer was shown, and whether a box was ticked. */
export type OrderTerms = { version: number; since: Date; seller: Seller; agreed: boolean }

/** All that the merchant may know of an order. */
export type OrderDetails = OrderSummary & {
  customerPhone: string
  customerEmail: string | null
  deliveryDetails: string
  deliveryFee: number
  /** What the buyer could choose from. */
  deliveryOptions: DeliveryOption[]
  unitPrice: number
  imageUrl: string | null
  sessionId: string
  /** The merchant's JSON text, untouched. */
  metadata: string | null
  provider: ProviderName
  card: PaymentCard | null
  /** Null when the store had not said who sells. */
  terms: OrderTerms | null
  /** How many units have gone back into stock, or will with a refund that is pending. */
  returned: number
  /** As the provider says; null until it was asked. */
  captured: number | null
  fulfilledBy: string | null
  note: string | null
  /** Oldest first. */
  refunds: OrderRefund[]
  /** Oldest first. */
  disputes: OrderDispute[]
  changes: OrderChange[]
  sessionEvents: SessionEvent[]
}

export type OrderPageRecords = {
  findDetails(storeId: string, orderNumber: string): Promise<OrderDetails | undefined>
  /** False, and nothing changed, when another note is there than `before`. */
  setNote(
    storeId: string,
    orderNumber: string,
    change: { note: string | null; before: string | null; actor: Actor },
  ): Promise<boolean>
}
