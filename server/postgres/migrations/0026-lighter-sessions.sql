-- A session is written by one statement that has found its store, product and variant, and none of
-- them is ever deleted: to look each of them up again, with a lock, at every session only costs.
alter table checkout_sessions drop constraint checkout_sessions_store_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_product_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_variant_id_fkey;

-- A session is written four times in its life, and each time into every index that it is in. Those
-- that find what is paid or over do not need it before; what is open is found by its age.
drop index checkout_sessions_of_store_by_state;
create index checkout_sessions_not_open on checkout_sessions (store_id, state, created_at desc)
  where state in ('paying', 'complete', 'expired');
drop index checkout_sessions_with_buyer;
create index checkout_sessions_with_buyer on checkout_sessions (created_at)
  where buyer_erased_at is null and state in ('complete', 'expired');
