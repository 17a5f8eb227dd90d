import type { Order } from '../../contract/order.ts'

type OrderValues = Pick<Order, 'orderNumber' | 'amountTotal' | 'quantity'> & {
  customerName: string
  customerPhone: string
  deliveryDetails: string
  deliveryFee: number
  paidAt: Date
}

/** An order as the specification has it. */
export const toOrder = (order: OrderValues): Order => ({
  orderNumber: order.orderNumber,
  amountTotal: order.amountTotal,
  quantity: order.quantity,
  customer: { name: order.customerName, phone: order.customerPhone },
  fulfillment: { method: 'DELIVERY', details: order.deliveryDetails, fee: order.deliveryFee },
  paidAt: order.paidAt.toISOString(),
})
