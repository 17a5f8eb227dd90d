-- Each kind of key has a space of its own: the public one is known to anybody, and must not take
-- what a merchant's server will ask with. The session knows which key it was created with.
alter table idempotency_keys
  add column key_kind text check (key_kind in ('public', 'secret'));
update idempotency_keys k
set key_kind = coalesce(s.created_with, 'secret')
from checkout_sessions s
where s.id = k.session_id;
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  add primary key (store_id, key_kind, key);

-- Decided with the attempt: an order that is written again after a lost commit has the number that
-- the buyer was told.
alter table payment_attempts add column order_number text;
