-- Who is signed in at the store application. Of the cookie's token only its SHA-256 is here: a copy
-- of the table signs nobody in.
create table store_sessions (
  digest bytea primary key,
  member_id bigint not null references store_members on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- 12 hours after the last request, and never later than 7 days after the sign-in.
  expires_at timestamptz not null default clock_timestamp() + interval '12 hours'
);
create index store_sessions_expiry on store_sessions (expires_at);
create index store_sessions_of_member on store_sessions (member_id);
