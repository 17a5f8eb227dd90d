-- Who sells in a store, and by which terms: a row for each version, which nobody changes or deletes.
-- `content`: {"legalName", "address", "termsUrl", "privacyUrl", "returnsUrl"?, "mustAgree"?}.
create table store_terms (
  id bigint generated always as identity primary key,
  store_id text not null references stores,
  version integer not null,
  content json not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (store_id, version)
);

-- `terms_id`: the version of now; null: nothing was said yet. `seller_required`: no session is
-- created that could take real money before something is. Stores that were there before go on without.
alter table stores
  add column terms_id bigint references store_terms,
  add column seller_required boolean not null default false;

-- What its buyer is shown. No foreign key: creating sessions would lock the one row of the store's
-- terms all the time, and that row stays.
alter table checkout_sessions add column terms_id bigint;

-- Whether the buyer has agreed to the terms of the session with this payment.
alter table payment_attempts add column agreed_to_terms boolean not null default false;
