-- How a store is called on card statements: the shortened descriptor of its Stripe account. Null: it
-- has not said.
alter table stores
  add column statement_name text
    constraint stores_statement_name_check check (char_length(statement_name) between 2 and 10),
-- Whether the payment provider sends its own receipt to buyers, too.
  add column provider_receipts boolean not null default false;
