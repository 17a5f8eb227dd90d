import type { Attention } from './statistics.ts'
import { columns, integer, moment, orNull, text, texts } from '../../postgres/columns.ts'
import { countToFulfil } from '../../postgres/orders/orders-to-fulfil.ts'
import { fragment, piece } from '../../postgres/database.ts'

const ORDERS_SHOWN = 3

/** For `order_refunds r`: the condition of its index and of `isToAnswer` in the core. */
const TO_ANSWER = fragment(
  `r.state = 'failed' and r.succeeded_at is not null and r.failure_answer is null`,
)

/** For `orders o`: withdrawn in time, and nothing was refunded since. It fits its index. */
const TO_REFUND = fragment(`
  o.withdrawn_at is not null and o.refunded < o.amount_total and not o.withdrawn_late
  and not exists (
    select from order_refunds r
    where r.order_id = o.id and r.created_at > o.withdrawn_at and r.state <> 'failed')`)

const DISPUTE = columns({ orderNumber: text('o.order_number'), dueAt: orNull(moment('d.due_at')) })

/** The column `attention` of `attentionOf`. */
export const ATTENTION = columns<Attention>({
  toFulfil: integer('toFulfil'),
  disputes: integer('disputes'),
  dispute: orNull(DISPUTE.one('dispute')),
  failedRefunds: texts('failedRefunds'),
  failedRefundsCount: integer('failedRefundsCount'),
  withdrawn: texts('withdrawn'),
  withdrawnCount: integer('withdrawnCount'),
}).one('attention')

/** What the merchant has to act on, as the column `attention`. */
export const attentionOf = (storeId: string) => piece`
  json_build_object(
    'toFulfil', ${countToFulfil(storeId)},
    'disputes', (
      select count(*)
      from order_disputes
      where store_id = ${storeId} and state = 'needs_response'),
    'dispute', (
      select ${fragment(DISPUTE.object)}
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
