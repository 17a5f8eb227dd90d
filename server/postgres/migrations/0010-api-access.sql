-- A public key is no secret and is shown whenever its owner looks; of a secret key, and of public
-- keys from before, nothing is here.
alter table api_keys add column public_text text;
alter table api_keys add constraint api_keys_public_text_check
  check (public_text is null or kind = 'public');
-- A member's email address, or `platform` for the platform API.
alter table api_keys add column created_by text not null default 'platform';
-- Written behind the requests, to the minute.
alter table api_keys add column last_used_at timestamptz;

-- The merchant API's requests of the last 7 days. Patterns of addresses, never addresses: those may
-- hold ids.
create table api_requests (
  id bigint generated always as identity primary key,
  request_id uuid not null unique,
  -- Without a reference: checking each row would cost more than writing it, and no store is ever
  -- deleted.
  store_id text not null,
  key_kind text not null check (key_kind in ('public', 'secret')),
  at timestamptz not null,
  method text not null,
  route text not null,
  status smallint not null,
  duration_ms real not null,
  -- The secret key came from a browser, and was refused for that.
  secret_in_browser boolean not null
);
create index api_requests_of_store on api_requests (store_id, id desc);
create index api_requests_of_route on api_requests (store_id, route, id desc);
create index api_requests_refused on api_requests (store_id, id desc)
  where status between 400 and 499;
create index api_requests_failed on api_requests (store_id, id desc)
  where status between 500 and 599;
create index api_requests_exposed on api_requests (store_id, at) where secret_in_browser;
