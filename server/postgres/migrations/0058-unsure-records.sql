-- After a restore or a promotion, commits may be missing. Once the new history is noted, sessions and
-- orders from before it (`unsure_before`) take and return no money until the providers' books of the
-- time since `lost_since` are read. `look_at`: when a process may begin to read them.
alter table reconciliation_rounds
  add column known_history text,
  add column unsure_before timestamptz,
  add column lost_since timestamptz,
  add column look_at timestamptz;

-- Without a session nothing can be missing. Otherwise the latest comparison was of this history, or
-- the rows are those of an older backup.
update reconciliation_rounds
set known_history = case
  when history is null and not exists (select from checkout_sessions) then database_history()
  else history end;
