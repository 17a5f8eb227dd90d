-- The beginning of what endpoints answered, for a store's owners. An endpoint has so many slots for
-- failures, and as many for the rest; a new answer takes the slot of an old one, and a delivery that
-- is deleted takes its answers along. A store that moves leaves them behind.
create table webhook_answers (
  endpoint_id text not null,
  has_failed boolean not null,
  slot smallint not null,
  delivery_number bigint not null references webhook_deliveries on delete cascade,
  answer bytea not null,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (endpoint_id, has_failed, slot)
);
create index webhook_answers_of_delivery on webhook_answers (delivery_number);
