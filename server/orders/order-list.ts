import type {
  OrderList,
  OrderFilter,
  OrderQuery,
  OrderSummary,
  PlacedOrder,
  PlacedOrders,
  ExportedOrder,
} from './order-record.ts'
import { type OrderPosition, oldestOpen } from './order-position.ts'
import type { Actor } from '../checkout/stores/audit.ts'
import type { DisputeState } from '../checkout/refunds/dispute.ts'
import type { DeliveryOption } from '../contract/delivery.ts'
import { columns, integer, json, moment, orNull, text, word } from '../postgres/columns.ts'
import { type Pool, sql, fragment, piece } from '../postgres/database.ts'
import { insertAudit } from '../postgres/audit-log.ts'
import { PRODUCT_CHOICES, productChoices, ifGiven, withinDays } from '../postgres/narrowing.ts'
import { type Cursor, listByTime, toPageByTime } from '../postgres/cursors.ts'

/** The columns of an `OrderSummary`, from `orders o` and `checkout_sessions s`. */
export const ORDER_SUMMARY = {
  orderNumber: text('o.order_number'),
  paidAt: moment('o.paid_at'),
  customerName: text('o.customer_name'),
  productName: text('s.product_name'),
  size: orNull(text('s.size')),
  color: orNull(text('s.color')),
  quantity: integer('o.quantity'),
  amountTotal: integer('o.amount_total'),
  currency: text('o.currency'),
  refunded: integer('o.refunded'),
  fulfilledAt: orNull(moment('o.fulfilled_at')),
  withdrawnAt: orNull(moment('o.withdrawn_at')),
  dispute: orNull(word<DisputeState>('o.dispute')),
}

/** More of them, in the export and on the order's page. */
export const ORDER_DELIVERY = {
  customerPhone: text('o.customer_phone'),
  customerEmail: orNull(text('o.customer_email')),
  deliveryFee: integer('o.fulfillment_fee'),
  deliveryDetails: text('o.fulfillment_details'),
  deliveryOptions: json<DeliveryOption[]>('s.delivery_options'),
  sessionId: text('o.session_id'),
  unitPrice: integer('s.unit_price'),
  metadata: orNull(text('s.metadata')),
}

const NUMBER = columns({ id: integer('o.id') })
const LISTED = columns<OrderSummary & { id: number }>({ id: integer('o.id'), ...ORDER_SUMMARY })
const PLACED = columns<PlacedOrder>({ ...ORDER_SUMMARY, placedIn: text('o.placed_in::text') })
const EXPORTED = columns<ExportedOrder>({ ...ORDER_SUMMARY, ...ORDER_DELIVERY })

const POSITION = { snapshot: text('snapshot'), at: moment('at') }
const LIST = columns({
  ...POSITION,
  orders: LISTED.many('orders'),
  products: PRODUCT_CHOICES,
})
const NEWS = columns({ ...POSITION, orders: PLACED.many('orders') })

type OrderRange = OrderQuery & { before: Cursor | undefined; limit: number }

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
 * rows in the index. PostgreSQL does not know which it is, when a common word has become rare.
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
  before: Cursor | undefined,
) => sql`
  select ${NUMBER.list}, ${EXPORTED.list}
  from ${foundOrders(storeId, { ...query, before, limit: BATCH })}`

/** Each batch begins where the last one ended. No connection is kept between them. */
async function* exportOrders(
  pool: Pool,
  storeId: string,
  query: OrderQuery,
): AsyncGenerator<ExportedOrder[]> {
  let before: Cursor | undefined
  do {
    const rows = await pool.rows(exportStatement(storeId, query, before))
    const orders = rows.map(EXPORTED.read)
    yield orders
    const [row, last] = [rows[BATCH - 1], orders[BATCH - 1]]
    before = row && last && { at: last.paidAt, id: String(NUMBER.read(row).id) }
  } while (before)
}

const ORDER_ID = /^\d{1,15}$/

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
    pg_current_snapshot()::text as snapshot,
    clock_timestamp() as at`

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
          select ${PLACED.list}
          from orders o
          join checkout_sessions s on s.id = o.session_id
          where o.store_id = ${storeId} and o.paid_at > ${since}
            and o.placed_in >= ${String(oldest)}::xid8
          order by o.paid_at desc, o.id desc limit ${MAX_PLACED + 1}) placed), '[]') as orders,
      pg_current_snapshot()::text as snapshot,
      clock_timestamp() as at`
}

export const openOrderListRecords = (pool: Pool) => ({
  /** Newest first; undefined when the cursor is not ours. */
  listOrders: (
    storeId: string,
    { cursor, ...query }: OrderQuery & { limit: number; cursor?: string | undefined },
  ) =>
    listByTime(cursor, {
      id: ORDER_ID,
      list: async (before): Promise<OrderList> => {
        const statement = listStatement(storeId, { ...query, before })
        const { orders, products, ...position } = await LIST.onlyRow(pool, statement)
        const { data, nextCursor } = toPageByTime(orders, {
          limit: query.limit,
          cursorOf: ({ paidAt, id }) => ({ at: paidAt, id: String(id) }),
        })
        return {
          data: data.map(({ id: _, ...order }): OrderSummary => order),
          nextCursor,
          products,
          position,
        }
      },
    }),
  /** All orders that are new to any position, maybe more. `hasMore`: there are too many. */
  async listPlaced(storeId: string, positions: OrderPosition[]): Promise<PlacedOrders> {
    const { orders, ...position } = await NEWS.onlyRow(pool, placedStatement(storeId, positions))
    return { orders, hasMore: orders.length > MAX_PLACED, position }
  },
  /** Newest first, in batches. A batch is read when the one before is done. */
  exportOrders: (storeId: string, query: OrderQuery) => exportOrders(pool, storeId, query),
  /** To be called before the first order is sent. */
  async recordExport(storeId: string, actor: Actor, { search, ...filter }: OrderFilter) {
    // A search may hold a buyer's name.
    await insertAudit(pool, storeId, {
      actor,
      action: 'orders.exported',
      details: { ...filter, ...(search !== undefined && { searched: true }) },
    })
  },
})

export type OrderListRecords = ReturnType<typeof openOrderListRecords>
