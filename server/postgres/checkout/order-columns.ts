import type { Order } from '../../contract/order.ts'

/** The columns of `toOrder`, of `orders o`. */
export const ORDER_COLUMNS = `o.order_number, o.amount_total, o.quantity, o.customer_name, o.customer_phone, o.fulfillment_details,
  o.fulfillment_fee, o.paid_at`

export type OrderColumns = {
  order_number: string
  amount_total: number
  quantity: number
  customer_name: string
  customer_phone: string
  fulfillment_details: string
  fulfillment_fee: number
  paid_at: Date
}

export const toOrder = (row: OrderColumns): Order => ({
  orderNumber: row.order_number,
  amountTotal: row.amount_total,
  quantity: row.quantity,
  customer: { name: row.customer_name, phone: row.customer_phone },
  fulfillment: { method: 'DELIVERY', details: row.fulfillment_details, fee: row.fulfillment_fee },
  paidAt: row.paid_at.toISOString(),
})
