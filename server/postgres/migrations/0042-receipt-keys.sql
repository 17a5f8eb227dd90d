-- The public halves of all keys that have ever signed receipts: a receipt is proof for as long as
-- its merchant keeps it, and may be verified at any process. Nothing here is secret.
create table receipt_keys (
  kid text primary key,
  key jsonb not null,
  first_seen_at timestamptz not null default clock_timestamp()
);
