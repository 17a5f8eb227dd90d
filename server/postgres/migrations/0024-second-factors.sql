-- Since when a member is asked for a second factor; null: for the password alone. It stands in the
-- row that a new session locks: none begins by what was asked a moment ago.
alter table store_members add column second_factor_since timestamptz;

-- The app whose codes are asked for. `sealed`: its secret, under the key that `key_id` names;
-- `last_step`: of the newest code that was used, which is over with all before it.
create table member_authenticators (
  member_id bigint primary key references store_members on delete cascade,
  sealed bytea not null,
  key_id text not null,
  last_step bigint not null
);

-- Of each code only its SHA-256 is here, and the row goes with its use.
create table member_recovery_codes (
  member_id bigint not null references store_members on delete cascade,
  digest bytea not null,
  primary key (member_id, digest)
);

create table member_passkeys (
  id bigint generated always as identity primary key,
  member_id bigint not null references store_members on delete cascade,
  -- As WebAuthn has it: base64url, and a public key in COSE.
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index member_passkeys_of_member on member_passkeys (member_id);

-- Challenges that a passkey has answered, until they would be too old anyway.
create table used_challenges (
  digest bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);

-- When the member has last proved in this session who it is.
alter table store_sessions add column confirmed_at timestamptz;

-- In the minor unit; null: no refund asks for it.
alter table stores add column confirm_refunds_above bigint check (confirm_refunds_above >= 0);
