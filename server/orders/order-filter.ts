import type { Days } from '../checkout/ports/list-pages.ts'
import { columns, text } from '../postgres/columns.ts'
import { fragment, piece } from '../postgres/database.ts'
import { ifGiven, withinDays } from '../postgres/narrowing.ts'
import { ORDER_COLUMNS } from '../postgres/orders/order-columns.ts'
import { TO_FULFIL } from '../postgres/orders/orders-to-fulfil.ts'
import type { Cursor } from '../postgres/cursors.ts'

/** To fulfil; are or were disputed; their buyers have withdrawn from them. */
export type OrderState = 'to_fulfil' | 'disputed' | 'withdrawn'

/** Every field that is set narrows the list. */
export type OrderFilter = Days & {
  /**
   * Words of the customer's name, their beginnings, an order number, or a phone's end. With an `@`:
   * the customer's whole email address.
   */
  search?: string | undefined
  product?: string | undefined
  state?: OrderState | undefined
  /** Exclusive, as is `paidBefore`. */
  paidAfter?: Date | undefined
  paidBefore?: Date | undefined
}

/** `timeZone`: of the days of the filter. (Default: UTC.) */
export type OrderQuery = { filter: OrderFilter; timeZone?: string }

export type OrderRange = OrderQuery & { before: Cursor | undefined; limit: number }

/** Where a list goes on after an order. */
export const ORDER_CURSOR = columns<Cursor>({
  at: ORDER_COLUMNS.paidAt,
  id: text('o.id::text'),
})

export const ORDER_ID = /^\d{1,15}$/

const PAID_AT = fragment(ORDER_COLUMNS.paidAt.expression)

export const NEWEST_FIRST = fragment('order by o.paid_at desc, o.id desc')

/** With the conditions of their indexes. */
const OF_STATE = {
  to_fulfil: piece`and ${TO_FULFIL}`,
  disputed: fragment('and o.dispute is not null'),
  withdrawn: fragment('and o.withdrawn_at is not null'),
}

/** No name, number or phone has an `@`. */
const emailIn = ({ search }: OrderFilter) => (search?.includes('@') ? search : undefined)

/** All conditions of the filter except a search that is for no address. */
export const narrowed = (
  storeId: string,
  { filter, timeZone = 'UTC', before }: Omit<OrderRange, 'limit'>,
) => piece`
  o.store_id = ${storeId} ${withinDays(PAID_AT, filter, timeZone)}
  ${ifGiven(filter.paidAfter, (at) => piece`and o.paid_at > ${at}`)}
  ${ifGiven(filter.paidBefore, (at) => piece`and o.paid_at < ${at}`)}
  ${ifGiven(filter.product, (slug) => piece`and o.product_id = product_of(${storeId}, ${slug})`)}
  ${ifGiven(
    emailIn(filter),
    (email) => piece`
      and o.customer_email is not null
      and without_case(o.customer_email) = without_case(${email})`,
  )}
  ${ifGiven(filter.state, (one) => OF_STATE[one])}
  ${ifGiven(before, ({ at, id }) => piece`and (o.paid_at, o.id) < (${at}, ${id})`)}`

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
function searched(storeId: string, range: OrderRange, search: string) {
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
export const foundOrders = (storeId: string, range: OrderRange) => piece`(${
  range.filter.search === undefined || emailIn(range.filter)
    ? listed(storeId, range)
    : searched(storeId, range, range.filter.search)
}) found
  join orders o on o.id = found.id
  join checkout_sessions s on s.id = o.session_id
  ${NEWEST_FIRST}`
