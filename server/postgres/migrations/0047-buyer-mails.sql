-- The languages that a buyer wants, best first (BCP 47). Null: from before, or written by an older
-- version.
alter table payment_attempts
  add column languages text[],
-- Whether taking its money was begun: a buyer who has left hears when that failed.
  add column collects boolean not null default false;

-- Whether a store's buyers get mails, and one when their order is fulfilled.
alter table stores
  add column mails_buyers boolean not null default true,
  add column mails_fulfilment boolean not null default false;

-- The mails to buyers, each written by the transaction that makes it true. They hold no address: it
-- is the payment's, so that one that is erased is written to no more.
create table buyer_mails (
  id bigint generated always as identity primary key,
  store_id text not null,
  kind text not null check (
    kind in ('confirmation', 'refund', 'refund_failed', 'fulfilment', 'uncollected')),
  session_id text not null,
  attempt_id text not null references payment_attempts,
  refund_id text,
  -- `unsure`: the mail server had it twice, and both times the connection broke before the answer.
  -- `refused`: for good, with this answer. `unsent`: given up after some days.
  state text not null default 'waiting' check (
    state in ('waiting', 'sent', 'unsure', 'refused', 'unsent')),
  refusal integer,
  -- Grows when the buyer corrects the address, and the mail goes out again.
  edition integer not null default 1,
  claims integer not null default 0,
  -- How often the mail server was given it whole, and had not refused it.
  handed_over integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
-- Nothing is written twice.
create unique index buyer_mails_once
  on buyer_mails (session_id, kind, attempt_id, coalesce(refund_id, ''));
-- It moves to another cell with its store.
alter table buyer_mails replica identity full;
create index buyer_mails_due on buyer_mails (due_at) where state = 'waiting';
