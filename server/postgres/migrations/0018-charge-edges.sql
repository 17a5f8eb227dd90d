-- What a provider tells of a payment whose order is not written down yet is read once it is: its
-- reading is due with the order.
alter table payment_attempts add column has_news boolean not null default false;

-- As the provider says, from the first reading on; what was ordered is the total.
alter table orders add column captured bigint check (captured >= 0);

-- Money of a payment that the record has lost, while its provider gives nothing back of it, and why;
-- or its buyer has it from the bank.
alter table orphaned_payments
  add column refusal text,
  drop constraint orphaned_payments_resolution_check,
  add constraint orphaned_payments_resolution_check
    check (resolution in ('cancelled', 'refunded', 'charged_back', 'recorded'));
