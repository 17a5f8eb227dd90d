-- A payment's attempt, its order, its line of the stock and its message are written by statements
-- that have found what they refer to, in a session that they have locked. None of that is ever
-- deleted; to look each of them up again, with a lock on rows that all payments share, only costs.
-- The session of an attempt, and the session and the attempt of an order, are still looked up.
alter table payment_attempts
  drop constraint payment_attempts_store_id_fkey,
  drop constraint payment_attempts_variant_id_fkey;
alter table orders
  drop constraint orders_store_id_fkey,
  drop constraint orders_product_id_fkey,
  drop constraint orders_variant_id_fkey;
alter table stock_changes drop constraint stock_changes_variant_id_fkey;
alter table outbox drop constraint outbox_session_id_fkey;
