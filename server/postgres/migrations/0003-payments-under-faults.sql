-- Money that was taken and is not ours is given back: `refunding` holds the stock and the session,
-- `refunded` is the end of it.
alter table payment_attempts drop constraint payment_attempts_state_check;
alter table payment_attempts add constraint payment_attempts_state_check check (state in
  ('authorising', 'requires_action', 'capturing', 'captured', 'declined',
    'voiding', 'voided', 'refunding', 'refunded'));
drop index one_live_attempt;
create unique index one_live_attempt on payment_attempts (session_id)
  where state in ('authorising', 'requires_action', 'capturing', 'voiding', 'refunding');

-- An attempt stays with the provider that it was begun with.
alter table payment_attempts add column provider text not null default 'test';
alter table payment_attempts alter column provider drop default;
alter table payment_attempts add column provider_payment_id text;
-- What a provider says counts as long as nobody has learnt more since it was asked.
alter table payment_attempts add column version integer not null default 1;
alter table payment_attempts add column settled_at timestamptz;
update payment_attempts
set settled_at = created_at
where state in ('captured', 'declined', 'voided');

-- Against card testing and stock denial: whose store, and which client address (a keyed hash; null
-- on this machine itself).
alter table payment_attempts add column store_id text references stores;
update payment_attempts a
set store_id = s.store_id
from checkout_sessions s
where s.id = a.session_id;
alter table payment_attempts alter column store_id set not null;
alter table payment_attempts add column client_key text;
create index payment_attempts_of_client on payment_attempts (client_key, settled_at)
  where client_key is not null;
create index payment_attempts_client_holds on payment_attempts (client_key) where hold_active;
create index payment_attempts_of_store on payment_attempts (store_id, settled_at);

-- Every attempt counts, not only declined ones.
alter table checkout_sessions rename column declines to attempts;
update checkout_sessions s
set attempts = (select count(*) from payment_attempts a where a.session_id = s.id);

-- What a provider has told us: an event is taken once, however often it comes.
create table provider_notifications (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  handled_at timestamptz,
  primary key (provider, event_id)
);

-- The provider's books and ours disagreed about a payment. Unresolved until its money is free
-- again.
create table reconciliation_breaks (
  id bigint generated always as identity primary key,
  attempt_id text not null references payment_attempts,
  session_id text not null references checkout_sessions,
  store_id text not null references stores,
  kind text not null check (kind in ('late_authorization', 'late_capture', 'wrong_payment')),
  -- What the provider said, in the minor unit of its currency.
  amount bigint not null,
  currency text not null,
  detected_at timestamptz not null default clock_timestamp(),
  resolution text check (resolution in ('voided', 'refunded', 'order')),
  resolved_at timestamptz,
  unique (attempt_id, kind)
);
create index reconciliation_breaks_of_store on reconciliation_breaks (store_id, id desc);

-- What the rest of the world has to hear after a commit; a row is delivered at least once.
create table outbox (
  id bigint generated always as identity primary key,
  type text not null check (type in ('checkout.session.completed')),
  session_id text not null references checkout_sessions,
  created_at timestamptz not null default clock_timestamp(),
  next_try_at timestamptz not null default clock_timestamp() + interval '2 seconds',
  delivered_at timestamptz,
  unique (session_id, type)
);
create index outbox_due on outbox (next_try_at) where delivered_at is null;
insert into outbox (type, session_id, delivered_at)
  select 'checkout.session.completed', session_id, paid_at from orders;

-- A create that is sent again under the same key is answered as the first time, for 24 hours.
create table idempotency_keys (
  store_id text not null references stores,
  key text not null,
  request_digest bytea not null,
  session_id text not null references checkout_sessions deferrable initially deferred,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, key)
);
