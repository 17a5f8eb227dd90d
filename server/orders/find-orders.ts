import { toOrder } from '../checkout/orders/to-order.ts'
import type { PageQuery } from '../checkout/ports/list-pages.ts'
import type { Order } from '../contract/order.ts'
import { type RowOf, columns } from '../postgres/columns.ts'
import { type Pool, type RawRow, named, piece, sql } from '../postgres/database.ts'
import { ofStore } from '../postgres/of-store.ts'
import { API_ORDER, ORDER, ORDER_COLUMNS } from '../postgres/orders/order-columns.ts'
import { listByTime, toPageByTime } from '../postgres/cursors.ts'
import { NEWEST_FIRST, ORDER_CURSOR, ORDER_ID, type OrderFilter, narrowed } from './order-filter.ts'

/** An order as programs of the store and of the platform read it. */
export type ApiOrder = RowOf<typeof API_ORDER> & { order: Order }

type ApiOrderQuery = PageQuery & Pick<OrderFilter, 'paidAfter' | 'paidBefore'>

const toApiOrder = (row: RawRow): ApiOrder => ({
  order: toOrder(ORDER.read(row)),
  ...API_ORDER.read(row),
})

const SELECTED = piece`${ORDER.list}, ${API_ORDER.list}`

const WHOLE = columns(ORDER_COLUMNS)

export const openFinds = (pool: Pool) => ({
  /** For programs; newest first, and undefined when the cursor is not ours. */
  list: (storeId: string, { limit, cursor, ...filter }: ApiOrderQuery) =>
    listByTime(cursor, {
      id: ORDER_ID,
      list: async (before) => {
        const rows = await pool.rows(sql`
          select ${ORDER_CURSOR.list}, ${SELECTED}
          from orders o
          join checkout_sessions s on s.id = o.session_id
          where ${narrowed(storeId, { filter, before })}
          ${NEWEST_FIRST}
          limit ${limit + 1}`)
        const { data, nextCursor } = toPageByTime(rows, { limit, cursorOf: ORDER_CURSOR.read })
        return { data: data.map(toApiOrder), nextCursor }
      },
    }),
  /** For programs. */
  async find(storeId: string, orderNumber: string) {
    const row = await pool.row(named('find-order')`
      select ${SELECTED}
      from orders o
      join checkout_sessions s on s.id = o.session_id
      where ${ofStore('o.store_id', storeId)} and o.order_number = ${orderNumber}`)
    return row && toApiOrder(row)
  },
  /** With all that is known of it. */
  findWhole: (storeId: string, orderNumber: string) =>
    WHOLE.row(
      pool,
      named('find-order-details')`
        select ${WHOLE.list}
        from orders o
        join checkout_sessions s on s.id = o.session_id
        join payment_attempts a on a.id = o.attempt_id
        where ${ofStore('o.store_id', storeId)} and o.order_number = ${orderNumber}`,
    ),
})
