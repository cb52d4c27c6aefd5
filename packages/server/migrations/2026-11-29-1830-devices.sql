-- Browsers that stay logged in. Each has a token of two parts: a name that stays, and a secret that is replaced whenever
-- it starts a session. Only hashes are stored.
create table devices (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name_hash bytea not null unique,
  token_hash bytea not null,
  -- The token before it: requests that were under way may still have it.
  former_hash bytea,
  rotated_at timestamptz,
  -- Of browser and system: `Firefox, Android`.
  name text,
  -- The passkey that opened it, with which it ends.
  passkey_id integer references passkeys on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '1 year'
);
create index devices_passkey on devices (passkey_id) where passkey_id is not null;
create index devices_user on devices (user_id);
create index devices_age on devices (last_used_at);

-- The device that started it.
alter table sessions add column device_id integer references devices on delete set null;
create index concurrently if not exists sessions_device on sessions (device_id) where device_id is not null;
