-- Ways to pay beside cards that a store has turned on; they take the money as soon as the buyer
-- confirms.
alter table stores add column payment_methods text[] not null default '{}'
  constraint stores_payment_methods_check
    check (payment_methods <@ array['ideal', 'blik', 'pix', 'paypal']);
