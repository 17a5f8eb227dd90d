import type { StoreOrder } from '../../contract/platform.ts'
import { columns, integer, orNull, text } from '../columns.ts'
import { type Queryable, type RawRow, sql } from '../database.ts'
import type { Page } from '../../checkout/ports/list-pages.ts'
import { toPage } from '../pages.ts'
import { ORDER, toOrder } from './order-columns.ts'

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
