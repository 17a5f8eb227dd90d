-- How a variant's stock came to be what it is: written with each change of what there is, never
-- changed. Units that a payment holds are in the house until they are sold, so a variant's changes
-- add up to its stock and what live attempts hold.
create table stock_changes (
  id bigint generated always as identity primary key,
  variant_id bigint not null references variants,
  delta bigint not null check (delta <> 0),
  reason text not null check (reason in ('sale', 'edit', 'refund_return', 'import', 'platform')),
  -- Of a sale and of what came back from one.
  order_number text,
  -- The email address of the member who did it.
  actor text,
  at timestamptz not null default clock_timestamp()
);
create index stock_changes_of_variant on stock_changes (variant_id, id desc);
insert into stock_changes (variant_id, delta, reason, order_number, actor, at)
  select *
  from (
    select v.id as variant_id, v.supplied as delta, 'platform' as reason,
      null as order_number, null as actor, p.created_at as at
    from variants v
    join products p on p.id = v.product_id
    where v.supplied <> 0
    union all
    select variant_id, -quantity, 'sale', order_number, null, paid_at
    from orders
    union all
    select o.variant_id, r.returned_units, 'refund_return', o.order_number, r.requested_by,
      r.settled_at
    from order_refunds r
    join orders o on o.id = r.order_id
    where r.state = 'succeeded'
      and r.returned_units > 0
  ) changes
  order by at, delta desc;

create index products_of_store on products (store_id, id desc);

-- What a file would change, from the page that shows it until a member confirms it: one hour, and
-- once.
create table product_imports (
  id uuid primary key default gen_random_uuid(),
  store_id text not null references stores,
  -- The prices are in this currency's minor unit.
  currency text not null,
  plan json not null,
  created_at timestamptz not null default clock_timestamp()
);
create index product_imports_of_store on product_imports (store_id);
