import { REFUND_DAYS, type WithdrawableOrder } from '../../checkout/orders/withdrawal.ts'
import { columns, flag, moment, orNull, pick, text, texts } from '../columns.ts'
import { type Queryable, type Transaction, fragment, named, piece } from '../database.ts'
import { ORDER_COLUMNS } from './order-columns.ts'
import { WAITS_ANEW, buyerMail, mayMail } from '../buyers/buyer-mail-writes.ts'

/** The days are counted from delivery, which is estimated where it is not known. */
const END = `(
  (coalesce(o.delivered_at, o.fulfilled_at) at time zone st.time_zone)::date
  + case when o.delivered_at is null then ${ORDER_COLUMNS.daysUnderWay.expression} else 0 end
  + s.withdrawal_days)`

/** Null until fulfilment. No Saturday or Sunday ends a period (Regulation 1182/71, article 3(4)). */
const LAST_DAY = `(
  case when o.fulfilled_at is not null
    then ${END} + case extract(isodow from ${END}) when 6 then 2 when 7 then 1 else 0 end end)`

/** Columns of `orders o`, its `checkout_sessions s` and `stores st`. */
const WITHDRAWABLE = columns({
  ...pick(ORDER_COLUMNS, [
    'id',
    'sessionId',
    'orderNumber',
    'customerEmail',
    'customerPhone',
    'refunded',
    'isRefunded',
    'withdrawnAt',
    'withdrawnLate',
  ]),
  storeId: text('o.store_id'),
  storeName: text('st.name'),
  paidDay: text('(o.paid_at at time zone st.time_zone)::date::text'),
  refundDay: text(`(
    (coalesce(o.withdrawn_at, clock_timestamp()) at time zone st.time_zone)::date + ${REFUND_DAYS})::text`),
  lastDay: orNull(text(`${LAST_DAY}::text`)),
  isLate: flag(`coalesce(clock_timestamp() >= day_start(${LAST_DAY} + 1, st.time_zone), false)`),
  days: ORDER_COLUMNS.withdrawalDays,
  withdrawals: orNull(flag('st.withdrawals')),
  deliveryCountries: texts('st.delivery_countries'),
})

const found = (orderNumber: string) => piece`
  from orders o
  join checkout_sessions s on s.id = o.session_id
  join stores st on st.id = o.store_id
  where o.order_number = ${orderNumber}`

export const findWithdrawable = (db: Queryable, orderNumber: string) =>
  WITHDRAWABLE.row(
    db,
    named('find-withdrawable')`select ${WITHDRAWABLE.list} ${found(orderNumber)}`,
  )

/** Refunds wait for the same lock, and so does a member who marks the order as fulfilled. */
export const lockWithdrawable = (tx: Transaction, orderNumber: string) =>
  WITHDRAWABLE.row(
    tx,
    named('lock-withdrawable')`
      select ${WITHDRAWABLE.list} ${found(orderNumber)} for update of o`,
  )

/** To the order's address, if there is one; again when an earlier one has been sent. */
export const mailWithdrawalLink = (db: Queryable, orderNumber: string) =>
  db.run(named('mail-withdrawal-link')`
    insert into buyer_mails as m (store_id, kind, session_id, attempt_id)
    select o.store_id, 'withdrawal_link', o.session_id, o.attempt_id
    from orders o
    join stores st on st.id = o.store_id
    where o.order_number = ${orderNumber}
      and o.customer_email is not null
      and ${mayMail(fragment('o.customer_email'))}
    on conflict (session_id, kind, attempt_id, coalesce(refund_id, '')) do update
    set ${WAITS_ANEW},
      created_at = clock_timestamp()
    where m.state <> 'waiting'`)

const WITHDRAWN = columns({ withdrawnAt: moment('withdrawn_at') })

/** With its event and its mail. */
export async function setWithdrawn(
  tx: Transaction,
  { id, isLate }: Pick<WithdrawableOrder, 'id' | 'isLate'>,
) {
  const row = await WITHDRAWN.row(
    tx,
    named('set-withdrawn')`
      with withdrawn as (
        update orders
        set withdrawn_at = date_trunc('milliseconds', clock_timestamp()),
          withdrawn_late = ${isLate}
        where id = ${id}
        returning store_id, session_id, order_number, attempt_id, withdrawn_at),
      emitted as (
        insert into events (type, store_id, session_id, order_number)
        select 'order.withdrawn', store_id, session_id, order_number
        from withdrawn),
      mailed as (
        ${buyerMail('withdrawal', fragment('select attempt_id from withdrawn'))})
      select ${WITHDRAWN.list} from withdrawn`,
  )
  if (!row) throw new Error('the order that was just locked is missing')
  return row.withdrawnAt
}
