import type { OrderListRecords, OrderSummary } from '../../store/order-list.ts'
import { type Pool, fragment, named, sql } from '../database.ts'
import { listFrom, toPage } from '../pages.ts'

/** The columns of an `OrderSummary`, of `orders o` and `checkout_sessions s`. */
export const ORDER_SUMMARY = fragment(`o.order_number as "orderNumber", o.paid_at as "paidAt", o.customer_name as "customerName",
  s.product_name as "productName", s.size, s.color, o.quantity, o.amount_total as "amountTotal", o.currency`)

const listSummaries = (pool: Pool, ...[storeId, { limit, cursor }]: Parameters<OrderListRecords['listSummaries']>) =>
  listFrom(cursor, async (before) => {
    const rows = await pool.rows<OrderSummary & { id: number }>(named('list-order-summaries', sql`
      select o.id, ${ORDER_SUMMARY} from orders o join checkout_sessions s on s.id = o.session_id
      where o.store_id = ${storeId} and (${before}::bigint is null or o.id < ${before}) order by o.id desc limit ${limit + 1}`))
    return toPage(rows, { limit, toItem: ({ id: _, ...order }): OrderSummary => order })
  })

export const openOrderListRecords = (pool: Pool): OrderListRecords => ({
  listSummaries: (storeId, query) => listSummaries(pool, storeId, query),
})
