-- The bank only asks: it has taken no money yet, and the payment can be refunded.
alter table order_disputes add column is_inquiry boolean not null default false;

-- The test bank gives back nothing of a payment in a dispute that is not won, and a lost one takes no
-- more than is left. Both stand in the row that a refund locks.
alter table test_provider.payments
  add column is_disputed boolean not null default false,
  add column charged_back bigint not null default 0 check (charged_back >= 0);
update test_provider.payments p
set is_disputed = d.state <> 'won',
  charged_back = case d.state when 'lost' then least(d.amount, p.amount - p.refunded) else 0 end
from test_provider.disputes d
where d.attempt_id = p.attempt_id;
