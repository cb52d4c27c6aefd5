-- The tables two fathers need to arrange a playdate. PostgreSQL 15 and PGlite alike: no extensions.

create table users (
  -- Identity columns never give out an id twice, also not after a deletion.
  id integer generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  bio text,
  profile_image text,
  phone_number text,
  city text,
  badge text not null default 'Active Dad',
  favorite_locations text[] not null default '{}',
  language text not null default 'nl',
  created_at timestamptz not null default now()
);
-- Both are compared without regard to case (contract 4).
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table children (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- The first of the month; an age is derived from it and so never goes stale.
  birth_month date not null,
  position integer not null
);
create index children_user on children (user_id);

create table sessions (
  id integer generated always as identity primary key,
  -- SHA-256 of the cookie's token: who reads this table cannot sign in with it.
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table playdates (
  id integer generated always as identity primary key,
  creator_id integer not null references users on delete cascade,
  title text not null,
  description text,
  location text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  max_participants integer not null check (max_participants between 1 and 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (end_time > start_time)
);
create index playdates_start on playdates (start_time, id);
create index playdates_end on playdates (end_time);
create index playdates_creator on playdates (creator_id);

create table participants (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Children who come along; each takes a place too.
  children integer not null default 0 check (children between 0 and 49),
  -- The clock, not the transaction's start: the order of joining is the order in which the lock was held.
  joined_at timestamptz not null default clock_timestamp(),
  primary key (playdate_id, user_id)
);
create index participants_user on participants (user_id);

create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}\.webp$'),
  -- Null: uploaded by a visitor and not yet claimed by a registration, or its owner is gone.
  owner_id integer references users on delete set null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index pictures_owner on pictures (owner_id);

create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  route text not null,
  key text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table login_failures (
  -- A keyed hash of the name that was typed.
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

-- Append-only. No foreign key: the trail outlives the account.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  user_id integer
);
create index audit_at on audit (at);
