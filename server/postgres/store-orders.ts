import type { OrderDetails, OrderSummary } from '../checkout/record-ports.ts'
import { type Queryable, fragment, named, sql } from './database.ts'
import { type Page, toPage } from './pages.ts'

const SUMMARY = fragment(`o.order_number as "orderNumber", o.paid_at as "paidAt", o.customer_name as "customerName",
  s.product_name as "productName", s.size, s.color, o.quantity, o.amount_total as "amountTotal", o.currency`)

/** The store's orders, newest first, as a list shows them. */
export async function listOrderSummaries(db: Queryable, storeId: string,
  { limit, before }: { limit: number; before: number | null }): Promise<Page<OrderSummary>> {
  const rows = await db.rows<OrderSummary & { id: number }>(named('list-order-summaries', sql`
    select o.id, ${SUMMARY} from orders o join checkout_sessions s on s.id = o.session_id
    where o.store_id = ${storeId} and (${before}::bigint is null or o.id < ${before}) order by o.id desc limit ${limit + 1}`))
  return toPage(rows, { limit, toItem: ({ id: _, ...order }): OrderSummary => order })
}

export const findOrderDetails = (db: Queryable, storeId: string, orderNumber: string) =>
  db.row<OrderDetails>(named('find-order-details', sql`
    select ${SUMMARY}, o.customer_phone as "customerPhone", o.customer_email as "customerEmail",
      o.fulfillment_details as "deliveryDetails", o.fulfillment_fee as "deliveryFee", s.unit_price as "unitPrice",
      s.image_url as "imageUrl", s.id as "sessionId", s.metadata
    from orders o join checkout_sessions s on s.id = o.session_id
    where o.store_id = ${storeId} and o.order_number = ${orderNumber}`))
