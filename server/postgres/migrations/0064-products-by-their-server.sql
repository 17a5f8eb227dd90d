-- A merchant's server changes products, too: its changes of stock have a reason of their own. And how
-- many units one order may have.
alter table stock_changes
  drop constraint stock_changes_reason_check,
  add constraint stock_changes_reason_check check (reason in
    ('sale', 'edit', 'refund_return', 'import', 'platform', 'api', 'removal')) not valid;
alter table products add column if not exists max_per_order integer not null default 100
  check (max_per_order between 1 and 100);
