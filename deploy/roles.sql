-- Run once in each new database, by a superuser. The role owner migrates. The role service may read
-- and write rows, and change no schema. It may also see the standbys and the server's settings, for
-- the doctor.
select not exists (select from pg_roles where rolname = 'service') as is_first \gset
\if :is_first
\getenv service_password SERVICE_PASSWORD
\getenv file SERVICE_PASSWORD_FILE
\if :{?file}
\set service_password `cat "$SERVICE_PASSWORD_FILE"`
\endif
create role service login password :'service_password';
\endif
grant pg_read_all_stats, pg_read_all_settings to service;
alter default privileges for role owner grant usage on schemas to service;
alter default privileges for role owner grant select, insert, update, delete on tables to service;
alter default privileges for role owner grant select on sequences to service;
