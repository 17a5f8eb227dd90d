import type {
  BuyerMailKind,
  BuyerMailState,
  MailHindrance,
} from '../checkout/ports/buyer-mails.ts'
import type { DisputeState, Dispute } from '../checkout/refunds/dispute.ts'
import type { DeliveryOption } from '../contract/delivery.ts'
import type { OrderPosition } from './order-position.ts'
import type { Days, NarrowedList } from '../checkout/ports/list-pages.ts'
import type { PaymentCard } from '../checkout/payments/attempt.ts'
import type { Refund } from '../checkout/refunds/refund.ts'
import type { Seller } from '../contract/seller.ts'
import type { ProviderName } from '../contract/fields.ts'
import type { SessionEvent } from '../checkout/sessions/session-history.ts'

/** An order in a list. Amounts are in the minor unit of `currency`. */
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
  /** Refunded so far, with pending refunds. */
  refunded: number
  fulfilledAt: Date | null
  /** When the buyer withdrew from the contract. */
  withdrawnAt: Date | null
  /** The state of the most urgent dispute. */
  dispute: DisputeState | null
}

/** Every field that is set narrows the list. */
export type OrderFilter = Days & {
  /** Words of the customer's name, their beginnings, an order number, or a phone's end. */
  search?: string | undefined
  product?: string | undefined
  /** Only orders that are or were disputed, or that their buyers have withdrawn from. */
  state?: 'disputed' | 'withdrawn' | undefined
}

export type OrderQuery = { filter: OrderFilter; timeZone: string }

export type OrderList = NarrowedList<OrderSummary> & {
  /** Says which orders existed when the list was read. */
  position: OrderPosition
}

export type ExportedOrder = OrderSummary &
  Pick<
    OrderDetails,
    | 'customerPhone'
    | 'customerEmail'
    | 'unitPrice'
    | 'deliveryFee'
    | 'deliveryDetails'
    | 'deliveryOptions'
    | 'sessionId'
    | 'metadata'
  >

export type PlacedOrder = OrderSummary & { placedIn: string }

/** Newest first. */
export type PlacedOrders = { orders: PlacedOrder[]; hasMore: boolean; position: OrderPosition }

/** What members did with an order, from the audit log. */
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
    | 'order.mails_sent_again'
}

export type OrderRefund = Omit<
  Refund,
  'orderNumber' | 'storeId' | 'attemptId' | 'currency' | 'providerRefundId'
>

export type OrderDispute = Omit<Dispute, 'providerDisputeId'> & { closedAt: Date | null }

/** Seller and terms as the buyer saw them, and when the buyer agreed with a box. */
export type OrderTerms = { version: number; since: Date; seller: Seller; agreedAt: Date | null }

/** A mail to the buyer. */
export type OrderMail = {
  kind: BuyerMailKind
  state: BuyerMailState
  /** What the mail server answered the last time, if it refused. */
  refusal: number | null
  /** Why it still waits. */
  putOffBy: MailHindrance | null
  writtenAt: Date
  endedAt: Date | null
}

export type OrderDetails = OrderSummary & {
  customerPhone: string
  customerEmail: string | null
  /** Oldest first. */
  mails: OrderMail[]
  deliveryDetails: string
  deliveryFee: number
  /** What the buyer could choose from. */
  deliveryOptions: DeliveryOption[]
  unitPrice: number
  imageUrl: string | null
  sessionId: string
  isTest: boolean
  /** As the merchant sent it, in JSON. */
  metadata: string | null
  provider: ProviderName
  providerPaymentId: string | null
  card: PaymentCard | null
  /** Null when the store had not set its seller. */
  terms: OrderTerms | null
  /** 0: not at all. */
  withdrawalDays: number
  /** Why not at all. */
  withdrawalReason: string | null
  /** How many units went back into stock, or will with a pending refund. */
  returned: number
  /** The amount that the provider captured; null until it was asked. */
  captured: number | null
  fulfilledBy: string | null
  note: string | null
  /** Oldest first. */
  refunds: OrderRefund[]
  disputes: OrderDispute[]
  changes: OrderChange[]
  sessionEvents: SessionEvent[]
}
