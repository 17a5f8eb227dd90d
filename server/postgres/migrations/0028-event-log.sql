-- The public id of an event. It is made of what happened: the same when a commit was lost and it
-- happens again. It begins with the time of the session, so that ids of one time stand together in
-- the index; the rest of the session's id, which opens its page, cannot be read from it.
create function event_id(type text, session_id text, refund_id text) returns text
language sql immutable parallel safe as $$
  select 'evt_' || substr(session_id, 4, 9) || left(encode(sha256(
    (type || ' ' || session_id || ' ' || coalesce(refund_id, ''))::bytea), 'hex'), 24)
$$;

-- What happened in each store: one row an event, written by the transaction that makes it true. It
-- is the outbox, too: a completed session is announced again from here, in case the process that
-- completed it died before it told.
create table events (
  id bigint generated always as identity primary key,
  store_id text not null,
  type text not null check (type in (
    'checkout.session.completed', 'checkout.session.expired',
    'order.refunded', 'order.fulfilled', 'order.withdrawn')),
  session_id text not null,
  order_number text,
  refund_id text,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  -- The transaction that wrote it: whoever knows which transactions they have seen knows whether the
  -- event is news to them.
  placed_in xid8 not null default pg_current_xact_id(),
  next_try_at timestamptz,
  -- Null: to be announced from here. What nobody has to hear of again is announced by whoever
  -- writes it.
  announced_at timestamptz default clock_timestamp()
) with (fillfactor = 80);
-- Nothing is told twice.
create unique index events_once on events (event_id(type, session_id, refund_id));
-- A claim changes `next_try_at` alone, which no index has.
create index events_to_announce on events (id) where announced_at is null;
create index events_in_order on events (store_id, type, placed_in, id);

insert into events (
  store_id, type, session_id, order_number, created_at, next_try_at, announced_at)
  select o.store_id, m.type, m.session_id, o.order_number, m.created_at, m.next_try_at, m.delivered_at
  from outbox m
  join orders o on o.session_id = m.session_id
  order by m.id;
drop table outbox;

-- A read that comes late ends its session. As a function, because reads that find nothing to end are
-- not to pay for the table.
create function write_expired_event(store text, session text) returns void language sql as $$
  insert into events (store_id, type, session_id)
  values (store, 'checkout.session.expired', session)
$$;

-- Numbers of transactions mean something in one cluster alone. In another one, what came along is
-- older than whatever happens there.
create table event_log (
  is_only boolean primary key default true check (is_only),
  cluster text not null
);
insert into event_log (cluster) values (database_cluster());

create function begin_event_log_anew() returns void language sql as $$
  update events set placed_in = '0' where placed_in <> '0';
  update event_log set cluster = database_cluster()
$$;

create or replace function raise_epoch() returns bigint language sql as $$
  select begin_event_log_anew();
  update service_identity
  set epoch = greatest(epoch + 1, extract(epoch from clock_timestamp())::bigint),
    cluster = database_cluster()
  returning epoch
$$;

create or replace function become_another_service() returns text language sql as $$
  select begin_event_log_anew();
  update service_identity
  set service_id = 'svc_' || replace(gen_random_uuid()::text, '-', ''),
    cluster = database_cluster()
  returning service_id
$$;
