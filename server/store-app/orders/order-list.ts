import type { DisputeState, Dispute } from '../../checkout/dispute.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { OrderPosition } from './order-position.ts'
import type { Days, NarrowedList } from '../frame/list-filter.ts'
import type { PaymentCard } from '../../checkout/attempt.ts'
import type { Refund } from '../../checkout/refund.ts'
import type { Seller } from '../../contract/seller.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { SessionEvent } from '../frame/session-history.ts'

/** An order as the store application lists it. Amounts are in the minor unit of `currency`. */
export type OrderSummary = {
  orderNumber: string
  paidAt: Date
  customerName: string
  productName: string
  size: string | null
  color: string | null
  quantity: number
  amountTotal: number
  currency: string
  /** How much of the total has been refunded, or will be by a refund that is pending. */
  refunded: number
  fulfilledAt: Date | null
  /** Where the dispute stands that asks most of the merchant. */
  dispute: DisputeState | null
}

/** What a list of orders is narrowed to; each that is there narrows it further. */
export type OrderFilter = Days & {
  /**
   * Words of the customer's name or their beginnings, an order's number, or a phone number or its
   * end.
   */
  search?: string | undefined
  /** A product's slug. */
  product?: string | undefined
  /** Those alone that are or were disputed. */
  disputed?: boolean | undefined
}

export type OrderQuery = { filter: OrderFilter; timeZone: string }

export type OrderList = NarrowedList<OrderSummary> & {
  /** Which of the store's orders had been placed when the list was read. */
  position: OrderPosition
}

/** An order as it is exported. */
export type ExportedOrder = OrderSummary & {
  customerPhone: string
  customerEmail: string | null
  unitPrice: number
  deliveryFee: number
  deliveryDetails: string
  /** What the buyer could choose from. */
  deliveryOptions: DeliveryOption[]
  sessionId: string
  /** The merchant's JSON text. */
  metadata: string | null
}

export type PlacedOrder = OrderSummary & { placedIn: string }

/** The newest first. */
export type PlacedOrders = { orders: PlacedOrder[]; hasMore: boolean; position: OrderPosition }

export type OrderListRecords = {
  /** Newest first; undefined when no list has handed out that cursor. */
  listOrders(
    storeId: string,
    query: OrderQuery & { limit: number; cursor?: string | undefined },
  ): Promise<OrderList | undefined>
  /**
   * At least the orders that one who is at any of these positions does not know; `hasMore`: there
   * are too many of them.
   */
  listPlaced(storeId: string, positions: OrderPosition[]): Promise<PlacedOrders>
  /** Newest first, in batches; each is read when the one before is taken. */
  exportOrders(storeId: string, query: OrderQuery): AsyncIterable<ExportedOrder[]>
  /** Written down before the first order leaves. */
  recordExport(storeId: string, actor: Actor, filter: OrderFilter): Promise<void>
}

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
