-- Where a store delivers to, as ISO 3166-1 codes, the first one preselected; none: the buyer types
-- the whole address into one field.
alter table stores add column delivery_countries text[] not null default '{}';
