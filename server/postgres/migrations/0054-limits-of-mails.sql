-- Why a mail that waits was put off the last time: by our own limits of its recipient or of the buyer's
-- network, or because the mail server denies us. Null: for a moment, or not at all.
alter table buyer_mails
  add column put_off_by text,
-- Whether the limits have let this edition go, so that another try counts no more.
  add column counted boolean not null default false,
-- When a member has asked to send it again.
  add column again_at timestamptz;
alter table buyer_mails
  add constraint buyer_mails_put_off_by_check check (
    put_off_by in ('recipient', 'network', 'denied'))
    not valid;

-- When the last mails to a recipient, or that a buyer's network has caused, were sent: the newest last,
-- and no more than may be sent in a day. `key` is a keyed digest.
create table mail_counts (
  key text primary key,
  sent_at timestamptz[] not null,
  last_at timestamptz not null
);
create index mail_counts_last on mail_counts (last_at);

-- From when one more mail may be sent, where so many may be within an hour and a day. Null: now.
create function mail_free_at(sent timestamptz[], an_hour integer, a_day integer)
returns timestamptz language sql immutable as $$
  select greatest(
    sent[cardinality(sent) - an_hour + 1] + interval '1 hour',
    sent[cardinality(sent) - a_day + 1] + interval '24 hours')
$$;
