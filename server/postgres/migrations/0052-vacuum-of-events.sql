-- Whoever reads the log from its beginning passes the entries of events that have just gone, until
-- they are out of the index. Usually a fifth of the table has to go first, and entries that are few
-- may stay.
alter table events set (autovacuum_vacuum_scale_factor = 0.02, vacuum_index_cleanup = on);
