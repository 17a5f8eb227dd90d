-- A session is written by one statement that has found its store, product and variant, and none of
-- them is ever deleted: to look each of them up again, with a lock, at every session only costs.
alter table checkout_sessions drop constraint checkout_sessions_store_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_product_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_variant_id_fkey;
