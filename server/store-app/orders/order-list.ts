import type { DisputeState } from '../../checkout/dispute.ts'
import type { Actor } from '../../checkout/audit.ts'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { OrderPosition } from './order-position.ts'
import type { ProductChoice } from '../frame/product-options.ts'

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
export type OrderFilter = {
  /**
   * Words of the customer's name or their beginnings, an order's number, or a phone number or its
   * end.
   */
  search?: string | undefined
  /** The first and the last day, `2026-11-21`, in the store's time zone. */
  from?: string | undefined
  to?: string | undefined
  /** A product's slug. */
  product?: string | undefined
  /** Those alone that are or were disputed. */
  disputed?: boolean | undefined
}

export type OrderQuery = { filter: OrderFilter; timeZone: string }

export type OrderListQuery = OrderQuery & { limit: number; cursor?: string | undefined }

export type OrderList = {
  data: OrderSummary[]
  nextCursor: string | null
  /**
   * What the list can be narrowed to: the store's products by name, those for sale first, not more
   * than 200.
   */
  products: ProductChoice[]
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
  listOrders(storeId: string, query: OrderListQuery): Promise<OrderList | undefined>
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
