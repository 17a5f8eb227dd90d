-- Whether a store's prices include tax, and what buyers read of a product's safety.
alter table stores add column if not exists prices_include_tax boolean not null default false;
alter table products add column if not exists safety json;
