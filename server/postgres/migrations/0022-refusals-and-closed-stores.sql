-- How often a member's account was refused something in the last hour that had any. The audit log
-- gets a line for the first, the fifth, the 25th: who is tried all day does not fill it.
create table member_refusals (
  member_id bigint not null references store_members on delete cascade,
  action text not null,
  hour timestamptz not null,
  count integer not null,
  primary key (member_id, action)
);

-- A closed store sells nothing any more; its members still see and refund what it has sold.
alter table stores add column closed_at timestamptz;

-- The order of the platform's list of stores.
alter table stores add column position bigint generated always as identity;
create unique index stores_position on stores (position);
