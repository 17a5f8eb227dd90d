-- A key that was regenerated may go on working for a while beside the new one. `ends_at`: until
-- when; null of the present key. One of each for a store and kind: a row that has ended stays until
-- the next one takes its place.
alter table api_keys
  add column ends_at timestamptz,
  drop constraint api_keys_pkey;
create unique index api_keys_present on api_keys (store_id, kind) where ends_at is null;
create unique index api_keys_ending on api_keys (store_id, kind) where ends_at is not null;

-- A store in which no real money moves: the test provider takes its payments, whoever takes those of
-- others. It stays what it was made as.
alter table stores add column is_test boolean not null default false;
