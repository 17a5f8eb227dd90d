-- Which delivery option of its session a payment, and then its order, was made with. Until now that
-- was only a part of the text `fulfillment_details`. Null: from before, or written by an older
-- version.
alter table payment_attempts add column delivery_option text;
alter table orders add column delivery_option text;
-- What happens next, in the store's own words, on the receipt.
alter table stores add column next_step text
  constraint stores_next_step_check check (char_length(next_step) between 1 and 200);
