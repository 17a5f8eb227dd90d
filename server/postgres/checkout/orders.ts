import type { StoreOrder } from '../../contract/platform.ts'
import type { NewOrder } from '../../checkout/ports/database.ts'
import { columns, integer, orNull, text } from '../columns.ts'
import { type Queryable, type RawRow, type Transaction, named, sql } from '../database.ts'
import type { Page } from '../../checkout/ports/list-pages.ts'
import { toPage } from '../pages.ts'
import { ORDER, toOrder } from './order-columns.ts'

/**
 * The order, and its units in the history of the stock. What the provider has told of its payment
 * before is read now.
 */
export const insertOrder = (tx: Transaction, { attempt, spareNumber }: NewOrder) =>
  tx.run(
    named('insert-order')`
      with chosen as materialized (
        select case
          when ${attempt.orderNumber}::text is null
            or exists (select from orders where order_number = ${attempt.orderNumber})
            then ${spareNumber}
          else ${attempt.orderNumber} end as number),
      sold as (
        insert into orders (
          order_number, session_id, attempt_id, store_id,
          product_id, variant_id, quantity,
          amount_total, currency,
          customer_name, customer_phone, customer_email,
          fulfillment_method, fulfillment_details, fulfillment_fee,
          paid_at, charge_due_at, search, receipt_digest)
        select
          number, ${attempt.sessionId}, ${attempt.id}, ${attempt.storeId},
          (select product_id from variants where id = ${attempt.variantId}),
          ${attempt.variantId}, ${attempt.quantity},
          ${attempt.amount}, ${attempt.currency},
          ${attempt.customer.name}, ${attempt.customer.phone}, ${attempt.customer.email},
          'DELIVERY', ${attempt.fulfillment.details}, ${attempt.fulfillment.fee},
          date_trunc('milliseconds', clock_timestamp()),
          (select clock_timestamp() from payment_attempts where id = ${attempt.id} and has_news),
          order_search(${attempt.storeId}, number, ${attempt.customer.name},
            ${attempt.customer.phone}),
          (select receipt_digest from payment_attempts where id = ${attempt.id})
        from chosen
        returning variant_id, quantity, order_number)
      insert into stock_changes (variant_id, delta, reason, order_number)
      select variant_id, -quantity, 'sale', order_number from sold`,
  )

/** Of `orders o` and its `checkout_sessions s`. */
const STORE_ORDER = columns({
  id: integer('o.id'),
  sessionId: text('o.session_id'),
  product: text('s.product_slug'),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  currency: text('o.currency'),
  metadata: orNull(text('s.metadata')),
})

function toStoreOrder(row: RawRow): StoreOrder & { id: number } {
  const { metadata, ...order } = STORE_ORDER.read(row)
  return {
    ...toOrder(ORDER.read(row)),
    ...order,
    metadata: metadata === null ? null : JSON.parse(metadata),
  }
}

/** The store's orders, newest first. */
export async function listOrders(
  db: Queryable,
  storeId: string,
  { limit, before }: { limit: number; before: number | null },
): Promise<Page<StoreOrder>> {
  const rows = await db.rows(sql`
    select ${STORE_ORDER.list}, ${ORDER.list}
    from orders o
    join checkout_sessions s on s.id = o.session_id
    where o.store_id = ${storeId}
      and (${before}::bigint is null or o.id < ${before})
    order by o.id desc
    limit ${limit + 1}`)
  return toPage(rows.map(toStoreOrder), { limit, toItem: ({ id: _, ...order }) => order })
}
