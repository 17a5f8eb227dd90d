import type { OrderQuery } from './order-list.ts'
import { fragment, piece } from '../../postgres/database.ts'
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
