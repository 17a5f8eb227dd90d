import { fragment, piece } from '../../postgres/database.ts'

const ORDERS_SHOWN = 3

/** For `order_refunds r`: the condition of its index and of `isToAnswer` in the core. */
const TO_ANSWER = fragment(
  `r.state = 'failed' and r.succeeded_at is not null and r.failure_answer is null`,
)

/** For `orders o`: withdrawn from, and nothing was refunded since. With the condition of its index. */
const TO_REFUND = fragment(`
  o.withdrawn_at is not null and o.refunded < o.amount_total
  and not exists (
    select from order_refunds r
    where r.order_id = o.id and r.created_at > o.withdrawn_at and r.state <> 'failed')`)

/** What the merchant has to act on, as the column `attention`. */
export const attentionOf = (storeId: string) => piece`
  json_build_object(
    'disputes', (
      select count(*)
      from order_disputes
      where store_id = ${storeId} and state = 'needs_response'),
    'dispute', (
      select json_build_object('orderNumber', o.order_number, 'dueAt', d.due_at)
      from order_disputes d
      join orders o on o.id = d.order_id
      where d.store_id = ${storeId} and d.state = 'needs_response'
      order by d.due_at limit 1),
    'failedRefunds', (
      select coalesce(json_agg(failed.order_number), '[]')
      from (
        select o.order_number
        from order_refunds r
        join orders o on o.id = r.order_id
        where r.store_id = ${storeId} and ${TO_ANSWER}
        order by r.settled_at desc limit ${ORDERS_SHOWN}) failed),
    'failedRefundsCount', (
      select count(*)
      from order_refunds r
      where r.store_id = ${storeId} and ${TO_ANSWER}),
    'withdrawn', (
      select coalesce(json_agg(waiting.order_number), '[]')
      from (
        select o.order_number
        from orders o
        where o.store_id = ${storeId} and ${TO_REFUND}
        order by o.withdrawn_at limit ${ORDERS_SHOWN}) waiting),
    'withdrawnCount', (
      select count(*)
      from orders o
      where o.store_id = ${storeId} and ${TO_REFUND})) as attention`
