-- A fiftieth of millions is still hundreds of pages of the index, which whoever reads the log from its
-- beginning passes. A five-hundredth goes in about an hour and a half, however large the table is.
alter table events set (autovacuum_vacuum_scale_factor = 0.002);
