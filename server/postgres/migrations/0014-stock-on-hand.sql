-- stock is what is for sale: the units on hand less those that live payments hold. It may be
-- negative: so many are owed, and units that come back pay that first. The difference is what is
-- stored, as a sale takes one off both: the order is written without a second write of this row.
alter table variants drop constraint variants_stock_check;

-- A count is a line of the history although it changes nothing, and so is a removal. Not looked for
-- in the lines that there are: those are as the old rule had them, which was stricter.
alter table stock_changes
  -- What is on hand by a count; null when nobody has counted.
  add column counted bigint,
  drop constraint stock_changes_delta_check,
  drop constraint stock_changes_reason_check,
  add constraint stock_changes_delta_check
    check (delta <> 0 or counted is not null or reason = 'removal') not valid,
  add constraint stock_changes_reason_check check (reason in
    ('sale', 'edit', 'refund_return', 'import', 'platform', 'removal')) not valid;

-- Of the same moment as the statement that asks: whoever needs it to stay true locks the variant
-- first, in a statement before.
create or replace function held(variant bigint) returns bigint language sql stable as
  $$
    select coalesce(sum(quantity), 0)::bigint
    from payment_attempts
    where variant_id = variant
      and hold_active
  $$;
