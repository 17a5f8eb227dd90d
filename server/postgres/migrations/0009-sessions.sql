-- What the merchant sees of a session's life beside its payments.
alter table checkout_sessions add column created_with text
  check (created_with in ('public', 'secret'));
-- When a page of the buyer first asked for its token.
alter table checkout_sessions add column opened_at timestamptz;
-- A merchant may end an open session before its time: the member's email address, or `secret_key`
-- for a program of theirs.
alter table checkout_sessions add column ended_by text;
alter table checkout_sessions add column ended_at timestamptz;
alter table checkout_sessions add constraint checkout_sessions_ended_check
  check ((ended_by is null) = (ended_at is null) and (ended_at is null or state = 'expired'));

-- Lists by the newest first; counting the sessions of some days needs no row.
create index checkout_sessions_of_store on checkout_sessions (store_id, created_at desc)
  include (state, opened_at);
create index checkout_sessions_of_store_by_state
  on checkout_sessions (store_id, state, created_at desc);
create index checkout_sessions_of_product on checkout_sessions (product_id, created_at desc);
