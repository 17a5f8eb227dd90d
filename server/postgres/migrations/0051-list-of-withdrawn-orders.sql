-- statement by statement
drop index concurrently if exists orders_withdrawn_newest;
create index concurrently orders_withdrawn_newest on orders (store_id, paid_at desc, id desc)
  where withdrawn_at is not null;
