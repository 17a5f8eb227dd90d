-- statement by statement
-- How the buyer follows the parcel: `carrier`, `trackingNumber` and `trackingUrl`, each or null.
alter table orders add column if not exists tracking jsonb;

-- The conditions of these indexes are those of the list of orders.
drop index concurrently if exists orders_to_fulfil;
create index concurrently orders_to_fulfil on orders (store_id, paid_at desc, id desc)
  where fulfilled_at is null and withdrawn_at is null
    and (amount_total = 0 or refunded < amount_total);

drop index concurrently if exists orders_of_email;
create index concurrently orders_of_email
  on orders (store_id, without_case(customer_email), paid_at desc, id desc)
  where customer_email is not null;
