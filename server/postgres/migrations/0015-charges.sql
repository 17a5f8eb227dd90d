-- The provider's charge is the ledger of an order's money: what stands here is read from it again
-- whenever the provider says that it has changed (payments §8). Of each reading its number is kept:
-- an older one never takes the place of a newer one. `charge_due_at`: a reading that was begun and
-- is not written down yet.
alter table orders
  add column charge_readings integer not null default 0,
  add column charge_read integer not null default 0,
  add column charge_due_at timestamptz,
  -- Where the dispute stands that asks most of the merchant.
  add column dispute text
    check (dispute in ('needs_response', 'under_review', 'won', 'lost')),
  -- What the provider has given back counts, even beyond what was paid.
  drop constraint orders_check,
  add constraint orders_refunded_check check (refunded >= 0);
create index orders_charge_due on orders (charge_due_at) where charge_due_at is not null;
create index orders_disputed on orders (store_id, paid_at desc, id desc)
  where dispute is not null;

-- A dispute names the provider's payment, and nothing of ours.
create index payment_attempts_of_payment on payment_attempts (provider_payment_id)
  where provider_payment_id is not null;

alter table order_refunds
  -- `provider`: made there, and nobody has asked for it here.
  add column kind text not null default 'requested' check (kind in ('requested', 'provider')),
  -- When it succeeded first: a refund that did may fail weeks later.
  add column succeeded_at timestamptz,
  -- How many of the order's units it has put into stock.
  add column restocked_units integer not null default 0 check (restocked_units >= 0),
  -- What became of the units of a refund that failed late; `seen` when there were none.
  add column failure_answer text
    check (failure_answer in ('came_back', 'did_not_come_back', 'seen')),
  drop constraint order_refunds_check1,
  -- One that the provider has made is never asked for.
  add constraint order_refunds_next_check_at_check
    check ((state = 'pending' and kind = 'requested') = (next_check_at is not null));
update order_refunds
set succeeded_at = settled_at, restocked_units = returned_units
where state = 'succeeded';
alter table order_refunds add constraint order_refunds_late_failure_check
  check (failure_answer is null or (state = 'failed' and succeeded_at is not null));
create index order_refunds_failed_late on order_refunds (store_id, settled_at)
  where state = 'failed' and succeeded_at is not null and failure_answer is null;

create table order_disputes (
  order_id bigint not null references orders,
  provider_dispute_id text not null,
  store_id text not null references stores,
  -- In the minor unit of its own currency.
  amount bigint not null check (amount >= 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('needs_response', 'under_review', 'won', 'lost')),
  -- Until when the provider takes evidence.
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (order_id, provider_dispute_id),
  check ((state in ('won', 'lost')) = (closed_at is not null))
);
create index order_disputes_to_answer on order_disputes (store_id, due_at)
  where state = 'needs_response';

-- The test bank gives money back by itself, takes a refund back, and has disputes. Of each it knows
-- when it has changed.
alter table test_provider.refunds
  alter column refund_id drop not null,
  add column changed_at timestamptz not null default clock_timestamp();
create index refunds_of_attempt on test_provider.refunds (attempt_id);
create index refunds_changed on test_provider.refunds (changed_at);

create table test_provider.disputes (
  id bigint generated always as identity primary key,
  attempt_id text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('needs_response', 'under_review', 'won', 'lost')),
  due_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);
create index disputes_of_attempt on test_provider.disputes (attempt_id);
create index disputes_changed on test_provider.disputes (changed_at);
