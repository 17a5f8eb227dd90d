import type { OrderSummary } from './order-list.ts'

/** All that the merchant may know of an order. */
export type OrderDetails = OrderSummary & {
  customerPhone: string
  customerEmail: string | null
  deliveryDetails: string
  deliveryFee: number
  unitPrice: number
  imageUrl: string | null
  sessionId: string
  /** The merchant's JSON text, untouched. */
  metadata: string | null
}

export type OrderPageRecords = {
  findDetails(storeId: string, orderNumber: string): Promise<OrderDetails | undefined>
}
