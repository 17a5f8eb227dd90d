-- An IPv6 customer may have a /56 or a /48: payments are counted by these networks, too. Of an IPv4
-- address there is client_key alone.
alter table payment_attempts add column client_site text, add column client_region text;
create index payment_attempts_of_site on payment_attempts (client_site, settled_at)
  where client_site is not null;
create index payment_attempts_of_region on payment_attempts (client_region, settled_at)
  where client_region is not null;
create index payment_attempts_site_holds on payment_attempts (client_site)
  where hold_active and client_site is not null;
create index payment_attempts_region_holds on payment_attempts (client_region)
  where hold_active and client_region is not null;
