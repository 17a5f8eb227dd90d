-- For how many days a buyer may withdraw from the contract (Directive (EU) 2023/2673), and why for none.
alter table products
  add column withdrawal_days integer not null default 14
    check (withdrawal_days between 0 and 365),
  add column withdrawal_reason text check (char_length(withdrawal_reason) between 1 and 200);

-- Both as the buyer was told them.
alter table checkout_sessions
  add column withdrawal_days integer not null default 14,
  add column withdrawal_reason text;

alter table orders add column withdrawn_at timestamptz;

-- Whether buyers can withdraw online. Null: where the store sells to a country that asks for it.
alter table stores add column withdrawals boolean;

-- Not valid: rows from before have fewer kinds, and buyers do not wait for a look at all of them.
alter table buyer_mails
  drop constraint buyer_mails_kind_check,
  add constraint buyer_mails_kind_check check (
    kind in ('confirmation', 'refund', 'refund_failed', 'fulfilment', 'uncollected', 'withdrawal'))
    not valid;
