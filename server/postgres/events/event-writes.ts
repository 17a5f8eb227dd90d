import type { Fulfilment } from '../../checkout/ports/database.ts'
import { type Transaction, named, piece } from '../database.ts'
import { WAITS_ANEW, buyerMail } from '../buyers/buyer-mail-writes.ts'
import { ofStore } from '../of-store.ts'

const attemptOfRefund = (refundId: string) => piece`
  select o.attempt_id
  from order_refunds r
  join orders o on o.id = r.order_id
  where r.id = ${refundId}`

export const writeRefunded = (tx: Transaction, refundId: string) =>
  tx.run(named('write-refunded')`
    with emitted as (
      insert into events (type, store_id, session_id, order_number, refund_id)
      select 'order.refunded', o.store_id, o.session_id, o.order_number, r.id
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${refundId})
    ${buyerMail('refund', attemptOfRefund(refundId), refundId)}`)

/** The buyer may have heard that it succeeded. */
export const writeRefundFailed = (tx: Transaction, refundId: string) =>
  tx.run(named('write-refund-failed')`
    ${buyerMail('refund_failed', attemptOfRefund(refundId), refundId)}`)

/** Sends the mail about fulfilment once more, if there was one. */
export const mailFulfilmentAgain = (
  tx: Transaction,
  { storeId, orderNumber }: Pick<Fulfilment, 'storeId' | 'orderNumber'>,
) =>
  tx.run(named('mail-fulfilment-again')`
    update buyer_mails m
    set ${WAITS_ANEW},
      created_at = clock_timestamp()
    from orders o
    where ${ofStore('o.store_id', storeId)} and o.order_number = ${orderNumber}
      and m.session_id = o.session_id and m.kind = 'fulfilment' and m.state <> 'waiting'`)

/** Emitted once, however often the order is marked as fulfilled again. */
export const writeFulfilled = (
  tx: Transaction,
  { storeId, orderNumber, mailsBuyer }: Pick<Fulfilment, 'storeId' | 'orderNumber' | 'mailsBuyer'>,
) =>
  tx.run(named('write-fulfilled')`
    with fulfilled as (
      select store_id, session_id, order_number, attempt_id
      from orders
      where ${ofStore('store_id', storeId)}
        and order_number = ${orderNumber}),
    emitted as (
      insert into events (type, store_id, session_id, order_number)
      select 'order.fulfilled', store_id, session_id, order_number
      from fulfilled
      on conflict (event_id(type, session_id, refund_id)) do nothing)
    ${buyerMail(
      'fulfilment',
      piece`
      select attempt_id
      from fulfilled f
      join stores st on st.id = f.store_id
      where coalesce(${mailsBuyer ?? null}::boolean, st.mails_fulfilment)`,
    )}`)
