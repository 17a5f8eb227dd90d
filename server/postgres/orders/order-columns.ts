import type { PaymentCard } from '../../checkout/payments/attempt.ts'
import type { Order } from '../../contract/order.ts'
import { type RowOf, columns, integer, json, moment, orNull, text } from '../columns.ts'

/** The columns of `toOrder`, of `orders o`. */
export const ORDER = columns({
  orderNumber: text('o.order_number'),
  amountTotal: integer('o.amount_total'),
  orderQuantity: integer('o.quantity'),
  customerName: text('o.customer_name'),
  customerPhone: text('o.customer_phone'),
  fulfillmentDetails: text('o.fulfillment_details'),
  fulfillmentFee: integer('o.fulfillment_fee'),
  deliveryOption: orNull(text('o.delivery_option')),
  paidAt: moment('o.paid_at'),
  card: orNull(json<PaymentCard>('o.card')),
})

export const toOrder = (row: RowOf<typeof ORDER>): Order => ({
  orderNumber: row.orderNumber,
  amountTotal: row.amountTotal,
  quantity: row.orderQuantity,
  customer: { name: row.customerName, phone: row.customerPhone },
  fulfillment: { method: 'DELIVERY', details: row.fulfillmentDetails, fee: row.fulfillmentFee },
  paidAt: row.paidAt.toISOString(),
})
