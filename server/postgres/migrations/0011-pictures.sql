-- Pictures of products and logos: WebP, made by us of what was sent. The id is a digest of store
-- and content, so the same is kept once.
create table pictures (
  id text primary key,
  store_id text not null references stores,
  content bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default clock_timestamp()
);
-- WebP does not get smaller by being packed again.
alter table pictures alter column content set storage external;
