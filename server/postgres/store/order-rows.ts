import type { OrderQuery } from '../../store/order-list.ts'
import { fragment, piece } from '../database.ts'
import { NOTHING, withinDays } from './narrowing.ts'

/** The columns of an `OrderSummary`, of `orders o` and `checkout_sessions s`. */
export const ORDER_SUMMARY = fragment(`o.order_number as "orderNumber", o.paid_at as "paidAt", o.customer_name as "customerName",
  s.product_name as "productName", s.size, s.color, o.quantity, o.amount_total as "amountTotal", o.currency, o.refunded,
  o.fulfilled_at as "fulfilledAt"`)

/** Where a list goes on: orders of the same millisecond are told apart by their ids. */
export type OrderPlace = { paidAt: Date; id: number }

const PAID_AT = fragment('o.paid_at')

const matching = (storeId: string, { filter: { search, from, to, product }, timeZone }: OrderQuery) => piece`
  o.store_id = ${storeId}
  ${search === undefined ? NOTHING : piece`and o.search @@ order_query(${storeId}, ${search})`}
  ${withinDays(PAID_AT, { from, to }, timeZone)}
  ${product === undefined ? NOTHING : piece`and o.product_id = product_of(${storeId}, ${product})`}`

type Range = { before: OrderPlace | undefined; limit: number }

/** `orders o` and their `checkout_sessions s`, the newest first: what is not listed is not looked up. */
export const foundOrders = (storeId: string, query: OrderQuery, { before, limit }: Range) => piece`(
    select o.id from orders o where ${matching(storeId, query)}
    ${before === undefined ? NOTHING : piece`and (o.paid_at, o.id) < (${before.paidAt}, ${before.id})`}
    order by o.paid_at desc, o.id desc limit ${limit}) found
  join orders o on o.id = found.id join checkout_sessions s on s.id = o.session_id order by o.paid_at desc, o.id desc`
