import type { OrderQuery, ExportedOrder } from './order-list.ts'
import { fragment, piece, type Pool, sql } from '../../postgres/database.ts'
import { ifGiven, withinDays } from '../frame/narrowing.records.ts'
import type { Place } from '../../postgres/places.ts'

/** The columns of an `OrderSummary`, of `orders o` and `checkout_sessions s`. */
export const ORDER_SUMMARY = fragment(`
  o.order_number as "orderNumber", o.paid_at as "paidAt", o.customer_name as "customerName",
  s.product_name as "productName", s.size, s.color, o.quantity, o.amount_total as "amountTotal",
  o.currency, o.refunded, o.fulfilled_at as "fulfilledAt", o.dispute`)

export type OrderRange = OrderQuery & { before: Place | undefined; limit: number }

const PAID_AT = fragment('o.paid_at')

/** What the list is narrowed to, the search aside. */
const narrowed = (
  storeId: string,
  { filter: { from, to, product, disputed }, timeZone, before }: OrderRange,
) => piece`
  o.store_id = ${storeId} ${withinDays(PAID_AT, { from, to }, timeZone)}
  ${ifGiven(product, (slug) => piece`and o.product_id = product_of(${storeId}, ${slug})`)}
  ${ifGiven(disputed, () => piece`and o.dispute is not null`)}
  ${ifGiven(before, ({ at, id }) => piece`and (o.paid_at, o.id) < (${at}, ${id})`)}`

const NEWEST_FIRST = fragment('order by o.paid_at desc, o.id desc')

const listed = (storeId: string, range: OrderRange) => piece`
  select o.id
  from orders o
  where ${narrowed(storeId, range)}
  ${NEWEST_FIRST} limit ${range.limit}`

/**
 * How many of the newest orders a search looks at before it asks the index: fewer when it is for
 * one product, whose orders are further apart.
 */
const lookedAt = ({ filter: { product }, limit }: OrderRange) =>
  limit * (product === undefined ? 200 : 80)

/**
 * A search in bounded time: what is common is among the newest orders, and what is not is so rare
 * that the index may give all of it. Which of the two it is PostgreSQL cannot tell, when what was
 * common has become rare.
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

/**
 * `orders o` and their `checkout_sessions s`, the newest first: what is not listed is not looked
 * up.
 */
export const foundOrders = (storeId: string, range: OrderRange) => piece`(${
  range.filter.search === undefined
    ? listed(storeId, range)
    : found(storeId, range, range.filter.search)
}) found
  join orders o on o.id = found.id
  join checkout_sessions s on s.id = o.session_id
  ${NEWEST_FIRST}`

/**
 * How many orders are read at once: few enough for the time that a statement has, and for the
 * memory of a process.
 */
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

/** Each batch begins where the one before ended; between them no connection is kept. */
export async function* exportOrders(
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
