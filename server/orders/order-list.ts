import type { NarrowedList, PageQuery } from '../checkout/ports/list-pages.ts'
import { type RowOf, columns, integer, moment, pick, text } from '../postgres/columns.ts'
import { type Pool, sql } from '../postgres/database.ts'
import { PRODUCT_CHOICES, productChoices } from '../postgres/narrowing.ts'
import { ORDER_COLUMNS } from '../postgres/orders/order-columns.ts'
import { countToFulfil } from '../postgres/orders/orders-to-fulfil.ts'
import { type Cursor, listByTime, toPageByTime } from '../postgres/cursors.ts'
import { NEWEST_FIRST, ORDER_ID, type OrderQuery, foundOrders } from './order-filter.ts'
import { type OrderPosition, oldestOpen } from './order-position.ts'

const SUMMARY = pick(ORDER_COLUMNS, [
  'id',
  'orderNumber',
  'paidAt',
  'customerName',
  'productName',
  'size',
  'color',
  'quantity',
  'amountTotal',
  'currency',
  'refunded',
  'fulfilledAt',
  'withdrawnAt',
  'withdrawnLate',
  'dispute',
])

const LISTED = columns(SUMMARY)

/** An order in a list. */
export type OrderSummary = RowOf<typeof LISTED>

/** `placedIn`: the transaction that wrote it, for `isNewSince`. */
const NEW = columns({ ...SUMMARY, placedIn: text('o.placed_in::text') })

export type NewOrder = RowOf<typeof NEW>

const POSITION = { snapshot: text('snapshot'), at: moment('at') }
const LIST = columns({
  ...POSITION,
  orders: LISTED.many('orders'),
  products: PRODUCT_CHOICES,
  toFulfil: integer('"toFulfil"'),
})
const NEWS = columns({ ...POSITION, orders: NEW.many('orders') })

/** `position`: which orders existed when the list was read. `toFulfil`: as `countToFulfil`. */
export type OrderList = NarrowedList<OrderSummary> & { position: OrderPosition; toFulfil: number }

/** Newest first. */
export type NewOrders = { orders: NewOrder[]; hasMore: boolean; position: OrderPosition }

type ListQuery = OrderQuery & { limit: number; before?: Cursor | undefined }

/** One statement for the whole page; docs/performance.md has its measurements. */
export const listStatement = (storeId: string, { limit, before, ...query }: ListQuery) => sql`
  select
    coalesce((
      select json_agg(listed)
      from (
        select ${LISTED.list}
        from ${foundOrders(storeId, { ...query, before, limit: limit + 1 })}) listed
    ), '[]') as orders,
    ${productChoices(storeId)} as products,
    ${countToFulfil(storeId)} as "toFulfil",
    pg_current_snapshot()::text as snapshot,
    clock_timestamp() as at`

/** Time limits end a payment's last transaction within this time. */
const LONGEST_TRANSACTION_MS = 60_000

/** A page that misses more new orders is loaded again. */
const MAX_NEW = 1000

export function newStatement(storeId: string, positions: OrderPosition[]) {
  const since = new Date(
    Math.min(...positions.map(({ at }) => at.getTime())) - LONGEST_TRANSACTION_MS,
  )
  const oldest = positions.map(oldestOpen).reduce((one, other) => (one < other ? one : other))
  return sql`
    select
      coalesce((
        select json_agg(listed)
        from (
          select ${NEW.list}
          from orders o
          join checkout_sessions s on s.id = o.session_id
          where o.store_id = ${storeId} and o.paid_at > ${since}
            and o.placed_in >= ${String(oldest)}::xid8
          ${NEWEST_FIRST} limit ${MAX_NEW + 1}) listed), '[]') as orders,
      pg_current_snapshot()::text as snapshot,
      clock_timestamp() as at`
}

export const openOrderLists = (pool: Pool) => ({
  /** Newest first; undefined when the cursor is not ours. */
  listNarrowed: (storeId: string, { cursor, ...query }: OrderQuery & PageQuery) =>
    listByTime(cursor, {
      id: ORDER_ID,
      list: async (before): Promise<OrderList> => {
        const statement = listStatement(storeId, { ...query, before })
        const { orders, products, toFulfil, ...position } = await LIST.onlyRow(pool, statement)
        const page = toPageByTime(orders, {
          limit: query.limit,
          cursorOf: ({ paidAt, id }) => ({ at: paidAt, id: String(id) }),
        })
        return { ...page, products, toFulfil, position }
      },
    }),
  /** All orders that are new to any position, maybe more. `hasMore`: there are too many. */
  async listNew(storeId: string, positions: OrderPosition[]): Promise<NewOrders> {
    const { orders, ...position } = await NEWS.onlyRow(pool, newStatement(storeId, positions))
    return { orders, hasMore: orders.length > MAX_NEW, position }
  },
})
