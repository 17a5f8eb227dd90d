alter table store_members add column last_signed_in_at timestamptz;

-- How one becomes a member. Of the link's token only its SHA-256 is here, and the row goes with its
-- use.
create table store_invitations (
  id bigint generated always as identity primary key,
  store_id text not null references stores,
  email text not null,
  role text not null check (role in ('owner', 'staff')),
  digest bytea not null unique,
  -- The email address of the owner.
  invited_by text not null,
  expires_at timestamptz not null default clock_timestamp() + interval '7 days'
);
create unique index store_invitations_email on store_invitations (store_id, lower(email));

-- One open link a member: the next one ends it.
create table password_resets (
  member_id bigint primary key references store_members on delete cascade,
  digest bytea not null unique,
  expires_at timestamptz not null default clock_timestamp() + interval '1 hour'
);

-- A session's record: its end whatever happens, and when it was last seen, to five minutes (the
-- cache knows better).
alter table store_sessions add column last_seen_at timestamptz not null default clock_timestamp();
alter table store_sessions add column address text;
alter table store_sessions add column user_agent text;
update store_sessions
set last_seen_at = expires_at - interval '12 hours',
  expires_at = created_at + interval '7 days';
alter table store_sessions alter column expires_at
  set default clock_timestamp() + interval '7 days';

-- The log of one member alone, and who is in it at all.
create index audit_log_of_actor on audit_log (store_id, actor, id desc);
