import type { Sql } from '../sql.ts'

/** Copies the newest order `count` times, from `${prefix}-00001` on, without payments. */
export const copyOrders = (
  { rows }: Sql,
  storeId: string,
  { count, prefix }: { count: number; prefix: string },
) =>
  rows(`
  do $$
  declare model orders := (select o from orders o where store_id = '${storeId}' order by id desc limit 1);
  begin
    perform set_config('session_replication_role', 'replica', true);
    insert into orders (order_number, session_id, attempt_id, store_id, variant_id, quantity, amount_total, currency, customer_name,
      customer_phone, fulfillment_method, fulfillment_details, fulfillment_fee, paid_at, product_id, search)
    select '${prefix}-' || lpad(n::text, 5, '0'), model.session_id || n, model.attempt_id || n, model.store_id, model.variant_id,
      model.quantity, model.amount_total, model.currency, model.customer_name, model.customer_phone, model.fulfillment_method,
      model.fulfillment_details, model.fulfillment_fee, model.paid_at, model.product_id, model.search
    from generate_series(1, ${count}) n;
    insert into checkout_sessions select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n))).*
    from checkout_sessions s, generate_series(1, ${count}) n where s.id = model.session_id;
  end $$`)
