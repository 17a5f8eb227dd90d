import { type Transaction, named } from '../database.ts'

/** A refund has succeeded. */
export const writeRefunded = (tx: Transaction, refundId: string) =>
  tx.run(
    named('write-refunded')`
      insert into events (type, store_id, session_id, order_number, refund_id)
      select 'order.refunded', o.store_id, o.session_id, o.order_number, r.id
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${refundId}`,
  )

/**
 * An order is marked as fulfilled. That is told once, however often the mark is taken away and set
 * again.
 */
export const writeFulfilled = (
  tx: Transaction,
  { storeId, orderNumber }: { storeId: string; orderNumber: string },
) =>
  tx.run(
    named('write-fulfilled')`
      insert into events (type, store_id, session_id, order_number)
      select 'order.fulfilled', store_id, session_id, order_number
      from orders
      where store_id = ${storeId}
        and order_number = ${orderNumber}
      on conflict (event_id(type, session_id, refund_id)) do nothing`,
  )
