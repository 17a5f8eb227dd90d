-- Where a store's events are sent to. An endpoint that was deleted stays, without its secrets, as
-- long as its deliveries do.
create table webhook_endpoints (
  id text primary key,
  store_id text not null references stores,
  url text not null,
  -- Null: all there are, also those that come later.
  types text[],
  description text,
  is_enabled boolean not null default true,
  -- What happened before is none of its business: it was created, or enabled again, at this time.
  listens_since timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  deleted_at timestamptz,
  -- The secret, under the key that `key_id` names; the one before signs beside it until it is over.
  sealed bytea,
  key_id text,
  previous_sealed bytea,
  previous_key_id text,
  previous_until timestamptz,
  -- Since when nothing but failures; null while the last one was delivered.
  failing_since timestamptz,
  owners_told_at timestamptz,
  has_delivered boolean not null default false,
  -- No later than the first of its deliveries is due; null when none is pending.
  due_at timestamptz,
  check (deleted_at is not null or (sealed is not null and key_id is not null))
);
create index webhook_endpoints_of_store on webhook_endpoints (store_id);
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at)
  where deleted_at is not null;
create index webhook_endpoints_due on webhook_endpoints ((failing_since is not null), due_at)
  where due_at is not null;

-- How far each store's log was read for its endpoints: the row is locked while somebody reads on.
-- There is one for every store that has an endpoint.
create table webhook_readers (
  store_id text primary key references stores,
  cursor text not null,
  -- In that history of the database all transactions before this one are read.
  history text not null,
  read_before xid8 not null,
  -- When it was last looked whether there is more, in case nobody said so.
  checked_at timestamptz not null default clock_timestamp()
);
create index webhook_readers_by_check on webhook_readers (checked_at);

-- One event on its way to one endpoint. It carries what is sent: the log may forget the event.
create table webhook_deliveries (
  number bigint generated always as identity primary key,
  id text not null unique,
  store_id text not null,
  endpoint_id text not null references webhook_endpoints,
  event_id text not null,
  type text not null,
  happened_at timestamptz not null,
  -- JSON, as it is sent.
  data text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- [{at, status, durationMs, error}], oldest first.
  attempts jsonb not null default '[]',
  -- How many of the schedule are over.
  tries integer not null default 0,
  -- How often somebody has taken it on: whoever took it before has no say any more.
  claims integer not null default 0,
  -- How often it was asked for again: an attempt from before does not undo that.
  resends integer not null default 0,
  next_attempt_at timestamptz default statement_timestamp(),
  -- When it may be claimed: at its next attempt, or, while somebody is at it, when that claim is over.
  due_at timestamptz default statement_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  unique (endpoint_id, event_id),
  check ((status = 'pending') = (ended_at is null)),
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at)
  where status = 'pending';
create index webhook_deliveries_pending on webhook_deliveries (created_at)
  where status = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, ended_at, number)
  where status = 'failed';
create index webhook_deliveries_of_store on webhook_deliveries (store_id, status, number);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, status, number);
