-- Each kind of key has a space of its own: the public one is known to anybody, and must not take
-- what a merchant's server will ask with. The session knows which key it was created with.
alter table idempotency_keys
  add column key_kind text check (key_kind in ('public', 'secret'));
update idempotency_keys k
set key_kind = coalesce(s.created_with, 'secret')
from checkout_sessions s
where s.id = k.session_id;
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  add primary key (store_id, key_kind, key);

-- Decided with the attempt: an order that is written again after a lost commit has the number that
-- the buyer was told.
alter table payment_attempts add column order_number text;

-- Who this service is, and which life of its database this is. Payments at a provider carry the id,
-- so that two services in one account leave each other's alone; the epoch is raised by whoever
-- restores a backup. `cluster`: where the database belongs; elsewhere it may be a mere copy, and
-- gives no money back until somebody has raised the epoch there.
create table service_identity (
  is_only boolean primary key default true check (is_only),
  service_id text not null default 'svc_' || replace(gen_random_uuid()::text, '-', ''),
  epoch bigint not null default 1,
  cluster text
);

-- Text that names the server's data. Some managed databases keep it to themselves.
create function database_cluster() returns text language plpgsql as $$
begin
  return (select system_identifier from pg_control_system());
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return 'unknown';
end
$$;

-- The timeline is asked of the log that is being written: a promotion begins a new one, which the
-- control file learns of only at the next checkpoint.
create function database_timeline() returns text language plpgsql as $$
begin
  return left(pg_walfile_name(pg_current_wal_lsn()), 8);
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return 'unknown';
end
$$;

-- Copies of what was read under one name are worth nothing under another. Null on a standby, whose
-- history is not decided yet.
create function database_history() returns text language sql as $$
  select case when not pg_is_in_recovery() then
    (select concat_ws(' ', service_id, epoch, database_cluster(), database_timeline())
      from service_identity) end
$$;

insert into service_identity (cluster) values (database_cluster());

-- To be called once a backup was restored, whatever it was restored with: what had been copied out
-- of the database that is gone is not looked at again. The time is in it because the same backup may
-- be restored twice.
create function raise_epoch() returns bigint language sql as $$
  update service_identity
  set epoch = greatest(epoch + 1, extract(epoch from clock_timestamp())::bigint),
    cluster = database_cluster()
  returning epoch
$$;

-- To be called on a copy that does not replace the service but stands beside it, before that one
-- starts: the payments of the first are none of its own then.
create function become_another_service() returns text language sql as $$
  update service_identity
  set service_id = 'svc_' || replace(gen_random_uuid()::text, '-', ''),
    cluster = database_cluster()
  returning service_id
$$;

-- Payments at a provider that carry our metadata, and whose attempt is not on record: a commit was
-- lost. What the metadata claims refers to nothing, because it may be lost, too.
create table orphaned_payments (
  id bigint generated always as identity primary key,
  provider text not null,
  payment_id text not null,
  attempt_id text not null,
  session_id text,
  store_id text,
  amount bigint not null,
  currency text not null,
  captured bigint not null,
  refunded bigint not null,
  is_open boolean not null,
  -- Whether it names this service: without that it may be another installation's, and is left alone.
  names_us boolean not null,
  begun_at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  checks integer not null default 0,
  next_check_at timestamptz,
  -- `recorded`: its attempt is on record after all.
  resolution text check (resolution in ('cancelled', 'refunded', 'recorded')),
  resolved_at timestamptz,
  check ((resolution is null) = (resolved_at is null)),
  check ((resolution is null) = (next_check_at is not null)),
  unique (provider, payment_id)
);
create index orphaned_payments_due on orphaned_payments (next_check_at)
  where next_check_at is not null;
create index orphaned_payments_of_session on orphaned_payments (session_id)
  where resolved_at is null;
create index orphaned_payments_of_store on orphaned_payments (store_id, id desc);

-- When the books of the providers are to be compared next, and what came of it the last time.
-- Another history of the database than the one that was compared is compared at once.
create table reconciliation_rounds (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null default clock_timestamp(),
  history text,
  claimed_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  compared bigint not null default 0,
  differences jsonb not null default '{}'
);
insert into reconciliation_rounds default values;
