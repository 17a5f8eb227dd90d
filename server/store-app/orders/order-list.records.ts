import type {
  OrderList,
  OrderListRecords,
  OrderQuery,
  OrderSummary,
  PlacedOrder,
} from './order-list.ts'
import { type OrderPosition, oldestOpen } from './order-position.ts'
import { sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { recordsOf } from '../frame/open.records.ts'
import { productChoices } from '../frame/narrowing.records.ts'
import { exportOrders, ORDER_SUMMARY, foundOrders } from './order-rows.records.ts'
import { type Place, listFromPlace, toPlacedPage } from '../../postgres/places.ts'

const ORDER_ID = /^\d{1,15}$/

type ListQuery = OrderQuery & { limit: number; before?: Place | undefined }

/** One statement for all that the page shows; its measurements are in docs/performance.md. */
export const listStatement = (storeId: string, { limit, before, ...query }: ListQuery) => sql`
  select
    coalesce((
      select json_agg(listed)
      from (
        select o.id, ${ORDER_SUMMARY}
        from ${foundOrders(storeId, { ...query, before, limit: limit + 1 })}) listed
    ), '[]') as orders,
    ${productChoices(storeId)} as products,
    pg_current_snapshot()::text as snapshot,
    clock_timestamp() as at`

/** The statement answers in JSON, where a date is a text. */
const toSummary = <Row extends OrderSummary>(order: Row): Row => ({
  ...order,
  paidAt: new Date(order.paidAt),
  fulfilledAt: order.fulfilledAt && new Date(order.fulfilledAt),
})

type ListRow = Pick<OrderList, 'products'> &
  OrderPosition & { orders: (OrderSummary & { id: number })[] }

/**
 * A payment's last transaction is over within this time: its statements and its pauses are limited.
 */
const LONGEST_TRANSACTION_MS = 60_000

/** No read gives more new orders than this: a page that misses so many is loaded again. */
const MAX_PLACED = 1000

export function placedStatement(storeId: string, positions: OrderPosition[]) {
  const since = new Date(
    Math.min(...positions.map(({ at }) => at.getTime())) - LONGEST_TRANSACTION_MS,
  )
  const oldest = positions.map(oldestOpen).reduce((one, other) => (one < other ? one : other))
  return sql`
    select
      coalesce((
        select json_agg(placed)
        from (
          select ${ORDER_SUMMARY}, o.placed_in::text as "placedIn"
          from orders o
          join checkout_sessions s on s.id = o.session_id
          where o.store_id = ${storeId} and o.paid_at > ${since}
            and o.placed_in >= ${String(oldest)}::xid8
          order by o.paid_at desc, o.id desc limit ${MAX_PLACED + 1}) placed), '[]') as orders,
      pg_current_snapshot()::text as snapshot,
      clock_timestamp() as at`
}

export const openOrderListRecords = recordsOf<OrderListRecords>({
  listOrders: (pool, storeId, { cursor, ...query }) =>
    listFromPlace(cursor, {
      id: ORDER_ID,
      list: async (before) => {
        const row = await pool.row<ListRow>(listStatement(storeId, { ...query, before }))
        if (!row) throw new Error('The list of orders gave no row')
        const { data, nextCursor } = toPlacedPage(row.orders.map(toSummary), {
          limit: query.limit,
          placeOf: ({ paidAt, id }) => ({ at: paidAt, id: String(id) }),
        })
        return {
          data: data.map(({ id: _, ...order }): OrderSummary => order),
          nextCursor,
          products: row.products,
          position: { at: row.at, snapshot: row.snapshot },
        }
      },
    }),
  async listPlaced(pool, storeId, positions) {
    const row = await pool.row<OrderPosition & { orders: PlacedOrder[] }>(
      placedStatement(storeId, positions),
    )
    if (!row) throw new Error('The list of new orders gave no row')
    const { orders, ...position } = row
    return { orders: orders.map(toSummary), hasMore: orders.length > MAX_PLACED, position }
  },
  exportOrders,
  async recordExport(pool, storeId, actor, { search, ...filter }) {
    // What was searched for may be a buyer's name.
    await insertAudit(pool, storeId, {
      actor,
      action: 'orders.exported',
      details: { ...filter, ...(search !== undefined && { searched: true }) },
    })
  },
})
