-- Whether buyers may open a new session from the page of one that is over; the store's to turn on.
alter table stores add column restarts boolean not null default false;

-- `restarted_from`: the session in whose place a buyer has opened this one. One session has one such
-- successor; `restart_number` counts them from the first session on. `price_before`: what a unit was
-- there, if it was another price.
alter table checkout_sessions
  add column restarted_from text,
  add column restart_number smallint not null default 0,
  add column price_before bigint;
create unique index checkout_sessions_restarted on checkout_sessions (restarted_from)
  where restarted_from is not null;

-- The event of such a session names the one before.
alter table events
  add column restarted_from text,
  drop constraint events_type_check,
  add constraint events_type_check check (type in (
    'checkout.session.completed', 'checkout.session.expired', 'checkout.session.restarted',
    'order.refunded', 'order.fulfilled', 'order.withdrawn'));
