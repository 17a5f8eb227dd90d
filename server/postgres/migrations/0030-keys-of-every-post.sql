-- Every POST of the merchant API may carry an Idempotency-Key. A create's row names its session, a
-- refund's its refund; of the others the request itself says what it was about.
alter table idempotency_keys
  alter column session_id drop not null,
  add column refund_id text;
