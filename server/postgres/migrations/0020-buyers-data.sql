-- Of the key that the browser which pays keeps: its SHA-256. Only that browser is shown the receipt
-- in full.
alter table payment_attempts add column receipt_digest text;
alter table orders add column receipt_digest text;
