/**
 * An order that has just been placed, as the page with the list of orders puts it into words:
 * `orders` events carry lists of these.
 */
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
