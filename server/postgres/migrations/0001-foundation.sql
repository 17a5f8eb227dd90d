create table stores (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'basic', 'pro')),
  currency text not null,
  delivery_options json not null,
  allowed_origins text[] not null,
  created_at timestamptz not null default clock_timestamp()
);

create table store_members (
  id bigint generated always as identity primary key,
  store_id text not null references stores,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('owner', 'staff')),
  created_at timestamptz not null default clock_timestamp()
);
create unique index store_members_email on store_members (lower(email));

-- One row a kind and store: regenerating a key replaces its digest, and with that the old key is
-- gone everywhere.
create table api_keys (
  store_id text not null references stores,
  kind text not null check (kind in ('public', 'secret')),
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, kind)
);

create table products (
  id bigint generated always as identity primary key,
  store_id text not null references stores,
  slug text not null,
  name text not null,
  description text,
  image_url text,
  price bigint not null check (price >= 0),
  archived boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (store_id, slug)
);
create index products_for_sale on products (store_id, id) where not archived;

-- stock counts the units nobody has bought or holds; supplied counts all that ever came in. The
-- difference is what orders and holds have.
create table variants (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  position integer not null,
  size text,
  color_name text,
  stock bigint not null check (stock >= 0),
  supplied bigint not null,
  removed boolean not null default false,
  unique nulls not distinct (product_id, size, color_name)
);

create table checkout_sessions (
  id text primary key,
  store_id text not null references stores,
  state text not null default 'open' check (state in ('open', 'paying', 'complete', 'expired')),
  version integer not null default 1,
  product_id bigint not null references products,
  variant_id bigint not null references variants,
  product_slug text not null,
  product_name text not null,
  image_url text,
  size text,
  color text,
  quantity integer not null check (quantity between 1 and 100),
  unit_price bigint not null,
  currency text not null,
  delivery_options json not null,
  success_url text,
  cancel_url text,
  customer json not null,
  metadata text,
  declines integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index checkout_sessions_due on checkout_sessions (expires_at) where state = 'open';

create table payment_attempts (
  id text primary key,
  session_id text not null references checkout_sessions,
  variant_id bigint not null references variants,
  state text not null default 'authorising' check (state in
    ('authorising', 'requires_action', 'capturing', 'captured', 'declined', 'voiding', 'voided')),
  hold_active boolean not null default true,
  quantity integer not null,
  amount bigint not null,
  currency text not null,
  payment_method text not null,
  customer_name text not null,
  customer_phone text not null,
  customer_email text,
  fulfillment_details text not null,
  fulfillment_fee bigint not null,
  challenge_url text,
  decline_code text,
  lease_until timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
-- The backstop of "at most one live attempt": two live payments of one session cannot be written
-- down at all.
create unique index one_live_attempt on payment_attempts (session_id)
  where state in ('authorising', 'requires_action', 'capturing', 'voiding');
create index payment_attempts_due on payment_attempts (next_check_at)
  where next_check_at is not null;
create index payment_attempts_of_session on payment_attempts (session_id, created_at);
create index payment_attempts_holding on payment_attempts (variant_id) where hold_active;

create table orders (
  id bigint generated always as identity primary key,
  order_number text not null unique,
  session_id text not null unique references checkout_sessions,
  attempt_id text not null unique references payment_attempts,
  store_id text not null references stores,
  variant_id bigint not null references variants,
  quantity integer not null,
  amount_total bigint not null,
  currency text not null,
  customer_name text not null,
  customer_phone text not null,
  customer_email text,
  fulfillment_method text not null,
  fulfillment_details text not null,
  fulfillment_fee bigint not null,
  paid_at timestamptz not null
);
create index orders_of_store on orders (store_id, id desc);
create index orders_of_variant on orders (variant_id);

-- The test provider is a bank of its own that happens to live in the same database: nothing here
-- refers to the tables above.
create schema test_provider;

create table test_provider.payment_methods (
  id text primary key,
  card text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table test_provider.payments (
  id bigint generated always as identity primary key,
  attempt_id text not null unique,
  session_id text not null,
  store_id text not null,
  amount bigint not null,
  currency text not null,
  card text,
  status text not null check (status in
    ('challenged', 'authorized', 'captured', 'cancelled', 'refunded', 'declined')),
  decline_code text,
  challenge_id text unique,
  -- A slow bank: the payment exists for others only from here on.
  visible_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index payments_of_store on test_provider.payments (store_id, id desc);

-- The units of a variant that live payment attempts hold at this moment.
create function held(variant bigint) returns bigint language sql volatile as
  $$
    select coalesce(sum(quantity), 0)::bigint
    from payment_attempts
    where variant_id = variant
      and hold_active
  $$;
