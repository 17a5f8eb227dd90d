-- The words of products in other languages, by BCP 47 tag: `{"fr": {"name": …, "description": …}}`.
-- A session keeps the names of its item as they were; delivery options have theirs in their JSON. And
-- in which language a buyer read the page when they paid; null: an older service did not say.
alter table products add column if not exists translations jsonb not null default '{}';
alter table checkout_sessions add column if not exists item_translations jsonb;
alter table payment_attempts add column if not exists language text;
