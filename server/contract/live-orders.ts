/** A new order in the words of the list of orders. `orders` events carry lists of these. */
export type LiveOrder = {
  orderNumber: string
  /** ISO 8601. */
  paidAt: string
  paidAtText: string
  customerName: string
  productName: string
  variant: string
  total: string
}
