import type { TestStore } from '../builders.ts'
import type { Sql } from '../sql.ts'

/** Adds so many settled payments of the store, as copies of a real one. */
export const settlePayments = (
  sql: Sql,
  store: TestStore,
  { declined, voided = 0 }: { declined: number; voided?: number },
) =>
  sql.rows(
    `
    insert into payment_attempts (id, session_id, store_id, provider, variant_id, state, hold_active, quantity, amount, currency,
      payment_method, customer_name, customer_phone, fulfillment_details, fulfillment_fee, lease_until, settled_at)
    select 'att_' || gen_random_uuid(), session_id, store_id, provider, variant_id,
      case when n <= $2::int then 'declined' else 'voided' end, false, quantity, amount, currency, payment_method,
      customer_name, customer_phone, fulfillment_details, fulfillment_fee, clock_timestamp(), clock_timestamp()
    from (select * from payment_attempts where store_id = $1 limit 1) one, generate_series(1, $2::int + $3::int) n`,
    [store.id, declined, voided],
  )
