import type { Page, PageQuery } from './lists.ts'

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
}

export type OrderListRecords = {
  /** Newest first. */
  listSummaries(storeId: string, query: PageQuery): Promise<Page<OrderSummary> | undefined>
}
