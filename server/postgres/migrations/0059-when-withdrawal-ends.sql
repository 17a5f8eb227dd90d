-- When the buyer had the goods, where that is known, and whether the buyer withdrew after the last day.
alter table orders
  add column if not exists delivered_at timestamptz,
  add column if not exists withdrawn_late boolean not null default false;
