-- Declines of a client and of its networks are counted at each payment: behind a large NAT are many
-- payments, and few declines.
create index payment_attempts_declined_of_client on payment_attempts (client_key, settled_at)
  where state = 'declined' and client_key is not null;
create index payment_attempts_declined_of_site on payment_attempts (client_site, settled_at)
  where state = 'declined' and client_site is not null;
create index payment_attempts_declined_of_region on payment_attempts (client_region, settled_at)
  where state = 'declined' and client_region is not null;
drop index payment_attempts_of_client;
drop index payment_attempts_of_site;
drop index payment_attempts_of_region;

-- Each page of the store application says whether a payment problem is open.
create index reconciliation_breaks_open on reconciliation_breaks (store_id)
  where resolved_at is null;
create index orphaned_payments_open on orphaned_payments (store_id)
  where resolved_at is null;
