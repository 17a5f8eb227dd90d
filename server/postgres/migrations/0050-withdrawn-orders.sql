-- statement by statement
-- Those that wait for their refund.
drop index concurrently if exists orders_withdrawn;
create index concurrently orders_withdrawn on orders (store_id, withdrawn_at)
  where withdrawn_at is not null and refunded < amount_total;
