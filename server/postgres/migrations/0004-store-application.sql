-- How the store application speaks to its merchant, and how the store shows itself to buyers.
alter table stores add column language text not null default 'en-GB';
alter table stores add column time_zone text not null default 'UTC';
alter table stores add column logo_url text;
alter table stores add column contact_email text;
alter table stores add column contact_phone text;

-- Who did what, when, from where. Written with the change itself, never changed.
create table audit_log (
  id bigint generated always as identity primary key,
  store_id text not null references stores,
  at timestamptz not null default clock_timestamp(),
  -- The member's email address, or `platform` for the platform API.
  actor text not null,
  action text not null,
  -- What it was done to: an order's number, a product's slug, an email address.
  subject text,
  details json,
  address text
);
create index audit_log_of_store on audit_log (store_id, id desc);
