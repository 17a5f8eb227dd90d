import { MOST_COUNTED } from '../../checkout/orders/fulfill-order.ts'
import { fragment, piece } from '../database.ts'

/** Of `orders o`: as `isToFulfil` in the core, and the condition of their index. */
export const TO_FULFIL = fragment(`
  o.fulfilled_at is null and o.withdrawn_at is null
  and (o.amount_total = 0 or o.refunded < o.amount_total)`)

/** How many there are, as a column. In the order of the index, or PostgreSQL reads the table. */
export const countToFulfil = (storeId: string) => piece`(
  select count(*)
  from (
    select
    from orders o
    where o.store_id = ${storeId} and ${TO_FULFIL}
    order by o.paid_at desc, o.id desc
    limit ${MOST_COUNTED}) counted)`
