-- statement by statement
-- A text without case, by rules that do not depend on the database's locale: in Turkish, `I` and `i` are
-- two letters. Where PostgreSQL knows no letters but those of its locale, ASCII has to do.
do $do$ begin
  execute format($create$
    create or replace function without_case(value text) returns text
    language sql immutable strict parallel safe
    return lower(value collate %I) $create$,
    coalesce((
      select collname
      from unnest(array['pg_c_utf8', 'und-x-icu']) with ordinality as wanted (name, rank)
      join pg_collation on collname = name and collnamespace = 'pg_catalog'::regnamespace
      order by rank
      limit 1), 'C')); end
$do$;

-- A new index under a name of its own first, and then under the one that services know.
drop index concurrently if exists store_members_without_case;
create unique index concurrently store_members_without_case on store_members (without_case(email));
drop index concurrently if exists store_members_email;
alter index store_members_without_case rename to store_members_email;

-- Older services still need the other one: `on conflict` names it.
drop index concurrently if exists store_invitations_without_case;
create unique index concurrently store_invitations_without_case
  on store_invitations (store_id, without_case(email));

drop index concurrently if exists payment_attempts_without_case;
create index concurrently payment_attempts_without_case
  on payment_attempts (store_id, without_case(customer_email))
  where customer_email is not null;
drop index concurrently if exists payment_attempts_of_email;
alter index payment_attempts_without_case rename to payment_attempts_of_email;

drop index concurrently if exists checkout_sessions_without_case;
create index concurrently checkout_sessions_without_case
  on checkout_sessions (store_id, without_case(customer ->> 'email'))
  where customer ->> 'email' is not null;
drop index concurrently if exists checkout_sessions_of_email;
alter index checkout_sessions_without_case rename to checkout_sessions_of_email;

-- What all processes of the service must have in common, as the latest that started has it: the names
-- of its signing keys, its addresses and its provider.
create table if not exists common_settings (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null,
  read_at timestamptz not null default clock_timestamp()
);

create or replace function become_another_service() returns text language sql as $$
  select begin_event_log_anew(); delete from common_settings; update service_identity
  set service_id = 'svc_' || replace(gen_random_uuid()::text, '-', ''),
    cluster = database_cluster()
  returning service_id
$$;
