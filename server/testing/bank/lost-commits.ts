import type { openSql } from '../sql.ts'

type Sql = Pick<ReturnType<typeof openSql>, 'rows'>

/** The record is what it was before the session’s payment; the provider’s books have it. */
export const losePayment = (sql: Sql, sessionId: string) =>
  sql.rows(
    `with lost as (delete from orders where session_id = $1 returning order_number),
      history as (delete from stock_changes where order_number in (select order_number from lost)),
      message as (delete from events where session_id = $1),
      attempt as (delete from payment_attempts where session_id = $1),
      session as (update checkout_sessions set state = 'open', version = 1, attempts = 0 where id = $1)
    select`,
    [sessionId],
  )

/** The record is what it was before the order’s refunds; the provider’s books have them. */
export const loseRefunds = (sql: Sql, orderNumber: string) =>
  sql.rows(
    `with paid as (update orders set refunded = 0, returned = 0 where order_number = $1 returning id),
      lost as (delete from order_refunds where order_id in (select id from paid) returning id),
      message as (delete from events where refund_id in (select id from lost)),
      key as (delete from idempotency_keys where refund_id in (select id from lost))
    select`,
    [orderNumber],
  )
