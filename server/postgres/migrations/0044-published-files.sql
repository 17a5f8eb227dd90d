-- Files of all builds that have run within a day, by names that change with their content. Pages that
-- were opened before an update, and pages of the other version during one, ask any process for them.
create table published_files (
  name text primary key,
  content bytea not null,
  needed_until timestamptz not null
);
