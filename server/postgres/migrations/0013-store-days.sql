-- When a day of a calendar begins. Where the clock goes back at midnight, that comes twice: the day
-- begins with the first one.
create function day_start(day date, zone text) returns timestamptz
language sql immutable parallel safe as $$
  select day::timestamp at time zone zone
    - case
      when (day::timestamp at time zone zone - interval '1 hour') at time zone zone >= day
        then interval '1 hour'
      else interval '0'
    end
$$;

-- What happened on a day of a store's calendar, once it can change no more. Expendable: a day that
-- is not here is counted again. Without a reference to the store: who looks at numbers waits for
-- nobody, and no store is ever deleted.
create table store_days (
  store_id text not null,
  currency text not null,
  time_zone text not null,
  day date not null,
  orders bigint not null,
  foreign_orders bigint not null,
  -- In that currency, before refunds: those come at any time.
  taken bigint not null,
  -- Of the sessions created on that day. Of days that were over for a month when they were first
  -- looked at nobody asks: 0.
  created bigint not null,
  opened bigint not null,
  paid bigint not null,
  expired bigint not null,
  primary key (store_id, currency, time_zone, day)
);

-- What is taken off the revenue. A payment writes nothing here.
create index orders_refunded on orders (store_id, paid_at)
  include (refunded, currency)
  where refunded > 0;
