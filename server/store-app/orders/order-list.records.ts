import type {
  OrderList,
  OrderListRecords,
  OrderQuery,
  OrderSummary,
  PlacedOrder,
  ExportedOrder,
} from './order-list.ts'
import { type OrderPosition, oldestOpen } from './order-position.ts'
import { type Pool, sql, fragment, piece } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { present, recordsOf, withMoments } from '../frame/open.records.ts'
import { productChoices, ifGiven, withinDays } from '../frame/narrowing.records.ts'
import { type Place, listFromPlace, toPlacedPage } from '../../postgres/places.ts'

/** The columns of an `OrderSummary`, from `orders o` and `checkout_sessions s`. */
export const ORDER_SUMMARY = fragment(`
  o.order_number as "orderNumber", o.paid_at as "paidAt", o.customer_name as "customerName",
  s.product_name as "productName", s.size, s.color, o.quantity, o.amount_total as "amountTotal",
  o.currency, o.refunded, o.fulfilled_at as "fulfilledAt", o.withdrawn_at as "withdrawnAt", o.dispute`)

type OrderRange = OrderQuery & { before: Place | undefined; limit: number }

const PAID_AT = fragment('o.paid_at')

/** With the conditions of their indexes. */
const OF_STATE = {
  disputed: fragment('and o.dispute is not null'),
  withdrawn: fragment('and o.withdrawn_at is not null'),
}

/** All conditions of the filter except the search. */
const narrowed = (
  storeId: string,
  { filter: { from, to, product, state }, timeZone, before }: OrderRange,
) => piece`
  o.store_id = ${storeId} ${withinDays(PAID_AT, { from, to }, timeZone)}
  ${ifGiven(product, (slug) => piece`and o.product_id = product_of(${storeId}, ${slug})`)}
  ${ifGiven(state, (one) => OF_STATE[one])}
  ${ifGiven(before, ({ at, id }) => piece`and (o.paid_at, o.id) < (${at}, ${id})`)}`

const NEWEST_FIRST = fragment('order by o.paid_at desc, o.id desc')

const listed = (storeId: string, range: OrderRange) => piece`
  select o.id
  from orders o
  where ${narrowed(storeId, range)}
  ${NEWEST_FIRST} limit ${range.limit}`

/**
 * How many of the newest orders a search reads before it asks the index. One product's orders lie
 * further apart, so fewer of them are read.
 */
const lookedAt = ({ filter: { product }, limit }: OrderRange) =>
  limit * (product === undefined ? 200 : 80)

/**
 * Searches in bounded time: a common word is found among the newest orders, and a rare one has few
 * rows in the index. PostgreSQL cannot tell which it is, when a common word has become rare.
 */
function found(storeId: string, range: OrderRange, search: string) {
  const matches = piece`o.search @@ order_query(${storeId}, ${search})`
  return piece`
    with newest as materialized (
      select o.id, o.paid_at
      from (
        select o.id, o.paid_at, o.search
        from orders o
        where ${narrowed(storeId, range)}
        ${NEWEST_FIRST} limit ${lookedAt(range)}) o
      where ${matches}
      ${NEWEST_FIRST} limit ${range.limit}),
    others as materialized (
      select o.id, o.paid_at
      from orders o
      where ${narrowed(storeId, range)} and ${matches}
        and (select count(*) from newest) < ${range.limit}
        and exists (
          select from orders o
          where ${narrowed(storeId, range)}
          ${NEWEST_FIRST} offset ${lookedAt(range)})
        and o.id not in (select id from newest))
    select o.id
    from (select * from newest union all select * from others) o
    ${NEWEST_FIRST} limit ${range.limit}`
}

/** `orders o` with their `checkout_sessions s`, newest first. Only listed orders are looked up. */
const foundOrders = (storeId: string, range: OrderRange) => piece`(${
  range.filter.search === undefined
    ? listed(storeId, range)
    : found(storeId, range, range.filter.search)
}) found
  join orders o on o.id = found.id
  join checkout_sessions s on s.id = o.session_id
  ${NEWEST_FIRST}`

/** How many orders one read takes, within a statement's time limit and a process's memory. */
const BATCH = 500

export const exportStatement = (
  storeId: string,
  query: OrderQuery,
  before: Place | undefined,
) => sql`
  select o.id, ${ORDER_SUMMARY},
    o.customer_phone as "customerPhone", o.customer_email as "customerEmail",
    o.fulfillment_fee as "deliveryFee", o.fulfillment_details as "deliveryDetails",
    s.delivery_options as "deliveryOptions",
    o.session_id as "sessionId", s.unit_price as "unitPrice", s.metadata
  from ${foundOrders(storeId, { ...query, before, limit: BATCH })}`

/** Each batch begins where the last one ended. No connection is kept between them. */
async function* exportOrders(
  pool: Pool,
  storeId: string,
  query: OrderQuery,
): AsyncGenerator<ExportedOrder[]> {
  let before: Place | undefined
  do {
    const rows: (ExportedOrder & { id: number })[] = await pool.rows(
      exportStatement(storeId, query, before),
    )
    yield rows
    const last = rows.length === BATCH ? rows.at(-1) : undefined
    before = last && { at: last.paidAt, id: String(last.id) }
  } while (before)
}

const ORDER_ID = /^\d{1,15}$/

type ListQuery = OrderQuery & { limit: number; before?: Place | undefined }

/** One statement for the whole page; docs/performance.md has its measurements. */
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

const toSummary = <Row extends OrderSummary>(order: Row): Row =>
  withMoments(order, 'paidAt', 'fulfilledAt', 'withdrawnAt')

type ListRow = Pick<OrderList, 'products'> &
  OrderPosition & { orders: (OrderSummary & { id: number })[] }

/** Time limits end a payment's last transaction within this time. */
const LONGEST_TRANSACTION_MS = 60_000

/** A page that misses more new orders is loaded again. */
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
        const statement = listStatement(storeId, { ...query, before })
        const row = present(await pool.row<ListRow>(statement))
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
    const { orders, ...position } = present(row)
    return { orders: orders.map(toSummary), hasMore: orders.length > MAX_PLACED, position }
  },
  exportOrders,
  async recordExport(pool, storeId, actor, { search, ...filter }) {
    // A search may hold a buyer's name.
    await insertAudit(pool, storeId, {
      actor,
      action: 'orders.exported',
      details: { ...filter, ...(search !== undefined && { searched: true }) },
    })
  },
})
