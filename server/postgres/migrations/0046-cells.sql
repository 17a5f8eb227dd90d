-- Which cell this database is: the two characters that its ids and keys carry. Null until a service
-- has said it. Those from before were all of one.
alter table service_identity add column cell text check (cell ~ '^[0-9A-Za-z]{2}$');
update service_identity set cell = '00' where exists (select from stores);

-- Numbers of two cells never meet. The first cell counts 1, 2, 3 from the beginning; every other one
-- begins at 10^12 and its own number, and counts in steps of 4,096. So does the first one as soon as a
-- store comes to it. A store's later rows have higher numbers than those that came along, since lists
-- are in this order.
create function count_from(counter regclass, after bigint, cell_number integer) returns void
language plpgsql as $$
begin
  execute format('alter sequence %s increment by 4096', counter);
  perform setval(counter, (greatest(after, 1000000000000) / 4096 + 1) * 4096 + cell_number, false);
end
$$;

-- A cell stays what it is, since its ids say so.
create function become_cell(code text, cell_number integer) returns void language plpgsql as $$
declare
  known text;
begin
  select cell into known from service_identity for update;
  if known is distinct from code and known is not null then
    raise exception 'The database is cell %, and CELL is %', known, code;
  end if;
  update service_identity set cell = code where cell is null;
  perform count_from(format('%I.%I', schemaname, sequencename)::regclass, 0, cell_number)
  from pg_sequences
  where schemaname in ('public', 'test_provider') and cell_number > 0 and increment_by = 1;
end
$$;

-- The cell of a store that moves or has moved; null: it has always been here. The row comes along
-- with all others of the store, and says when they are all there: the change is the last that comes.
alter table stores add column cell text check (cell ~ '^[0-9A-Za-z]{2}$');
create index stores_moved on stores (id) where cell is not null;

-- Stores with rows here that live in another cell: nothing is done about them.
create view stores_elsewhere as
  select id from stores where cell <> (select cell from service_identity);

-- Cells share an account at the provider. A payment is none of ours when its store has moved away, or
-- when its attempt began in another cell and did not come along.
create function is_elsewhere(attempt text, store text) returns boolean language sql stable as $$
  select exists (select from stores_elsewhere where id = store)
    or (attempt ~ '^att_[0-9A-Za-z]{24}$'
      and substr(attempt, 12, 2) <> (select cell from service_identity)
      and not exists (select from payment_attempts where id = attempt))
$$;

-- While a store moves, triggers on its tables call this with its id. The lock makes the move wait for
-- what has begun, and what begins later find the store gone.
create function refuse_elsewhere() returns trigger language plpgsql as $$
begin
  perform from stores
  where id = tg_argv[0] and (cell is null or cell = (select cell from service_identity))
  for share;
  if not found then
    raise exception 'store % lives in another cell', tg_argv[0] using errcode = 'lock_not_available';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- Null in rows from before, and in those of an older service: a move fills them in.
alter table variants add column store_id text;
alter table stock_changes add column store_id text;
alter table member_authenticators add column store_id text;
alter table member_recovery_codes add column store_id text;
alter table member_passkeys add column store_id text;
alter table test_provider.refunds add column store_id text;
alter table test_provider.disputes add column store_id text;

-- The rows of a store move by logical replication, which finds them by `store_id`. So that is in the
-- replica identity of each table whose rows move: in the primary key, or in the whole row, which
-- needs no index, and is written with `wal_level = logical` alone.
alter table api_keys replica identity full;
alter table audit_log replica identity full;
alter table checkout_sessions replica identity full;
alter table events replica identity full;
alter table member_authenticators replica identity full;
alter table member_passkeys replica identity full;
alter table member_recovery_codes replica identity full;
alter table order_disputes replica identity full;
alter table order_refunds replica identity full;
alter table orders replica identity full;
alter table orphaned_payments replica identity full;
alter table payment_attempts replica identity full;
alter table pictures replica identity full;
alter table products replica identity full;
alter table reconciliation_breaks replica identity full;
alter table stock_changes replica identity full;
alter table store_invitations replica identity full;
alter table store_members replica identity full;
alter table store_terms replica identity full;
alter table variants replica identity full;
alter table webhook_deliveries replica identity full;
alter table webhook_endpoints replica identity full;
alter table test_provider.payments replica identity full;
alter table test_provider.refunds replica identity full;
alter table test_provider.disputes replica identity full;
