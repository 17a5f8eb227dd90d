-- What a provider tells of a payment whose order is not written down yet is read once it is: its
-- reading is due with the order.
alter table payment_attempts add column has_news boolean not null default false;
