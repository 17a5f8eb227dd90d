-- Brand and last four digits of the card, as the provider says: for the buyer's receipt and whoever
-- asks the store about a payment. Taken out with the buyer.
alter table payment_attempts add column card json;
alter table orders add column card json;
