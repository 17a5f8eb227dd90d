-- Of the key that the browser which pays keeps: its SHA-256. Only that browser is shown the receipt
-- in full.
alter table payment_attempts add column receipt_digest text;
alter table orders add column receipt_digest text;

-- Whose data are gone: after their time, or because they were asked to be. Null while a session can
-- be paid, too.
alter table checkout_sessions add column buyer_erased_at timestamptz;
create index checkout_sessions_with_buyer on checkout_sessions (created_at)
  where buyer_erased_at is null;
create index checkout_sessions_unpaid on checkout_sessions (created_at)
  where state = 'expired' and attempts = 0;

-- A phone number as it is compared: without what stands around its digits, and without the zeros
-- before them. With a body that a restored dump understands, as an index needs it.
create function buyer_phone(value text) returns text
language sql immutable strict parallel safe
return ltrim(plain_digits(value), '0');

-- What is kept of one buyer: what they paid with, and what merchants have prefilled. Every order is
-- one of an attempt.
create index payment_attempts_of_phone on payment_attempts (store_id, buyer_phone(customer_phone))
  where customer_phone <> '';
create index payment_attempts_of_email on payment_attempts (store_id, lower(customer_email))
  where customer_email is not null;
create index checkout_sessions_of_phone
  on checkout_sessions (store_id, buyer_phone(customer ->> 'phone'))
  where customer ->> 'phone' is not null;
create index checkout_sessions_of_email
  on checkout_sessions (store_id, lower(customer ->> 'email'))
  where customer ->> 'email' is not null;

-- What has been of use is deleted by its age. A key is forgotten long before its session, and the
-- reference would be looked for at every session that is deleted.
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys drop constraint idempotency_keys_session_id_fkey;
create index provider_notifications_by_age on provider_notifications (received_at);
create index reconciliation_breaks_of_session on reconciliation_breaks (session_id);

-- Which process looks after old records next: whoever moves the moment on.
create table record_sweeps (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null default clock_timestamp()
);
insert into record_sweeps default values;
