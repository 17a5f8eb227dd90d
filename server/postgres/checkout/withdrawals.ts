import type { WithdrawableOrder, WithdrawalClaim } from '../../checkout/withdrawal.ts'
import { columns, flag, integer, moment, orNull, text, texts } from '../columns.ts'
import { type Queryable, type Transaction, fragment, named, piece } from '../database.ts'
import { buyerMail } from './buyer-mail-writes.ts'

/** From fulfilment where it is known, else from payment. */
const LAST_DAY = `(
  (coalesce(o.fulfilled_at, o.paid_at) at time zone st.time_zone)::date + s.withdrawal_days)`

/** Columns of `orders o`, its `checkout_sessions s` and `stores st`. */
const WITHDRAWABLE = columns({
  id: integer('o.id'),
  storeId: text('o.store_id'),
  storeName: text('st.name'),
  sessionId: text('o.session_id'),
  orderNumber: text('o.order_number'),
  paidDay: text('(o.paid_at at time zone st.time_zone)::date::text'),
  lastDay: text(`${LAST_DAY}::text`),
  isOver: flag(`clock_timestamp() >= day_start(${LAST_DAY} + 1, st.time_zone)`),
  days: integer('s.withdrawal_days'),
  isRefunded: flag('o.amount_total > 0 and o.refunded >= o.amount_total'),
  withdrawnAt: orNull(moment('o.withdrawn_at')),
  withdrawals: orNull(flag('st.withdrawals')),
  deliveryCountries: texts('st.delivery_countries'),
})

/**
 * One statement finds the order and compares the buyer, so a wrong address takes as long as an
 * unknown number. A phone number may have the code of its country (1 to 3 digits, and a zero) or not.
 */
const found = ({ orderNumber, contact }: WithdrawalClaim) => piece`
  from orders o
  join checkout_sessions s on s.id = o.session_id
  join stores st on st.id = o.store_id
  cross join lateral (
    select buyer_phone(o.customer_phone) as known, buyer_phone(${contact}) as typed) phone
  where o.order_number = ${orderNumber}
    and (
      without_case(o.customer_email) = without_case(${contact})
      or (
        least(length(phone.known), length(phone.typed)) >= 6
        and abs(length(phone.known) - length(phone.typed)) <= 4
        and (right(phone.known, length(phone.typed)) = phone.typed
          or right(phone.typed, length(phone.known)) = phone.known)))`

export const findWithdrawable = (db: Queryable, claim: WithdrawalClaim) =>
  WITHDRAWABLE.row(db, named('find-withdrawable')`select ${WITHDRAWABLE.list} ${found(claim)}`)

/** Refunds wait for the same lock, and so does whoever marks the order as fulfilled. */
export const lockWithdrawable = (tx: Transaction, claim: WithdrawalClaim) =>
  WITHDRAWABLE.row(
    tx,
    named('lock-withdrawable')`select ${WITHDRAWABLE.list} ${found(claim)} for update of o`,
  )

const WITHDRAWN = columns({ withdrawnAt: moment('withdrawn_at') })

/** With its event and its mail. */
export async function setWithdrawn(tx: Transaction, { id }: Pick<WithdrawableOrder, 'id'>) {
  const row = await WITHDRAWN.row(
    tx,
    named('set-withdrawn')`
      with withdrawn as (
        update orders
        set withdrawn_at = date_trunc('milliseconds', clock_timestamp())
        where id = ${id}
        returning store_id, session_id, order_number, attempt_id, withdrawn_at),
      told as (
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
