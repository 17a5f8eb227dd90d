-- One row that a service writes to see whether the database can be written.
create table write_probe (
  id integer primary key default 1 check (id = 1),
  written_at timestamptz not null default clock_timestamp()
);
insert into write_probe default values;
