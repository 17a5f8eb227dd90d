import type { StoreOrder } from '../../contract/platform.ts'
import type { NewOrder } from '../../checkout/ports/database.ts'
import { type Queryable, type Transaction, fragment, named, sql } from '../database.ts'
import { type OrderColumns, ORDER_COLUMNS, toOrder } from './order-columns.ts'
import { type Page, toPage } from '../pages.ts'

/** The order, and its units in the history of the stock. */
export const insertOrder = (tx: Transaction, { orderNumber, attempt }: NewOrder) =>
  tx.run(
    named('insert-order')`
      with sold as (
        insert into orders (order_number, session_id, attempt_id, store_id, variant_id, quantity,
          amount_total, currency, customer_name,
          customer_phone, customer_email, fulfillment_method, fulfillment_details,
          fulfillment_fee, paid_at, product_id,
          search)
        values (${orderNumber}, ${attempt.sessionId}, ${attempt.id}, ${attempt.storeId},
          ${attempt.variantId}, ${attempt.quantity},
          ${attempt.amount}, ${attempt.currency}, ${attempt.customer.name},
          ${attempt.customer.phone}, ${attempt.customer.email},
          'DELIVERY', ${attempt.fulfillment.details}, ${attempt.fulfillment.fee},
          date_trunc('milliseconds', clock_timestamp()),
          (select product_id from variants where id = ${attempt.variantId}),
          order_search(${attempt.storeId}, ${orderNumber}, ${attempt.customer.name},
            ${attempt.customer.phone}))
        returning variant_id, quantity, order_number)
      insert into stock_changes (variant_id, delta, reason, order_number)
      select variant_id, -quantity, 'sale', order_number from sold`,
  )

type StoreOrderRow = OrderColumns & {
  id: number
  session_id: string
  currency: string
  product_slug: string
  size: string | null
  color: string | null
  metadata: string | null
}

const toStoreOrder = (row: StoreOrderRow): StoreOrder => ({
  ...toOrder(row),
  sessionId: row.session_id,
  product: row.product_slug,
  size: row.size,
  color: row.color,
  currency: row.currency,
  metadata: row.metadata === null ? null : JSON.parse(row.metadata),
})

/** The store's orders, newest first. */
export async function listOrders(
  db: Queryable,
  storeId: string,
  { limit, before }: { limit: number; before: number | null },
): Promise<Page<StoreOrder>> {
  const rows = await db.rows<StoreOrderRow>(sql`
    select o.id, o.session_id, o.currency, s.product_slug, s.size, s.color, s.metadata,
      ${fragment(ORDER_COLUMNS)}
    from orders o join checkout_sessions s on s.id = o.session_id
    where o.store_id = ${storeId} and (${before}::bigint is null or o.id < ${before})
    order by o.id desc limit ${limit + 1}`)
  return toPage(rows, { limit, toItem: toStoreOrder })
}
