-- What of an order's money and units is given back or about to be: reserved here before the
-- provider is asked.
alter table orders add column refunded bigint not null default 0
  check (refunded between 0 and amount_total);
alter table orders add column returned integer not null default 0
  check (returned between 0 and quantity);

create table order_refunds (
  id text primary key,
  order_id bigint not null references orders,
  store_id text not null references stores,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Units that go back into stock once the money has been given back.
  returned_units integer not null check (returned_units >= 0),
  reason text,
  requested_by text not null,
  idempotency_key text not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  failure_code text,
  provider_refund_id text,
  next_check_at timestamptz default clock_timestamp() + interval '3 seconds',
  checks integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (order_id, idempotency_key),
  check ((state = 'pending') = (settled_at is null)),
  check ((state = 'pending') = (next_check_at is not null)),
  check ((state = 'failed') = (failure_code is not null))
);
create index order_refunds_due on order_refunds (next_check_at) where next_check_at is not null;

-- What was done to one order.
create index audit_log_of_subject on audit_log (store_id, subject, id) where subject is not null;

-- What the merchant does with a paid order.
alter table orders add column fulfilled_at timestamptz;
alter table orders add column fulfilled_by text;
alter table orders add column note text check (length(note) <= 2000);
alter table orders add constraint orders_fulfilled_check
  check ((fulfilled_at is null) = (fulfilled_by is null));

-- The test bank: a part that was given back leaves a payment captured.
alter table test_provider.payments add column refunded bigint not null default 0;
update test_provider.payments set refunded = amount where status = 'refunded';
alter table test_provider.payments add constraint payments_refunded_check
  check (refunded between 0 and amount);

create table test_provider.refunds (
  id bigint generated always as identity primary key,
  refund_id text not null unique,
  attempt_id text not null,
  amount bigint not null check (amount > 0),
  -- Null: the money was given back.
  failure_code text,
  created_at timestamptz not null default clock_timestamp()
);
