-- How often a member hears of sales. Null: owners of each order, others of none.
alter table store_members
  add column sale_mails text check (sale_mails in ('each', 'daily', 'none'));

-- The mails to members about sales. They hold no address: it is the member's.
create table sale_mails (
  id bigint generated always as identity primary key,
  store_id text not null,
  member_id bigint not null references store_members on delete cascade,
  -- Of its first order, which names the mail.
  session_id text not null,
  -- As in `buyer_mails`.
  state text not null default 'waiting' check (
    state in ('waiting', 'sent', 'unsure', 'refused', 'unsent')),
  refusal integer,
  put_off_by text check (put_off_by in ('recipient', 'network', 'denied')),
  counted boolean not null default false,
  -- Grows when more orders come into it.
  edition integer not null default 1,
  claims integer not null default 0,
  handed_over integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
-- Orders that come while one waits go into it.
create unique index sale_mails_waiting on sale_mails (member_id) where state = 'waiting';
create index sale_mails_due on sale_mails (due_at) where state = 'waiting';
create index sale_mails_of_member on sale_mails (member_id, due_at);

-- The orders that a member is to hear of, each in one mail.
create table sale_mail_orders (
  id bigint generated always as identity primary key,
  store_id text not null,
  member_id bigint not null references store_members on delete cascade,
  order_id bigint not null,
  session_id text not null,
  -- Null: in none yet.
  mail_id bigint,
  created_at timestamptz not null default clock_timestamp()
);
create unique index sale_mail_orders_once on sale_mail_orders (member_id, order_id);
create index sale_mail_orders_free on sale_mail_orders (created_at) where mail_id is null;
create index sale_mail_orders_of_mail on sale_mail_orders (mail_id);

-- They move to another cell with their store.
alter table sale_mails replica identity full;
alter table sale_mail_orders replica identity full;
