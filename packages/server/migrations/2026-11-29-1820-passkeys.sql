-- The passkeys with which fathers log in. A public key opens nothing by itself.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- By which a device knows the account, so that it keeps one passkey for it.
  user_handle bytea not null,
  -- The host that it was made for, and where alone it works.
  rp_id text not null,
  -- How often it has been used, as its device counts; most count nothing.
  counter bigint not null default 0,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_on date
);
create index passkeys_user on passkeys (user_id);
create index passkeys_host on passkeys (rp_id);

-- Hashes of challenges that have been answered, since each is good once.
create table passkey_challenges (
  digest bytea primary key,
  answered_at timestamptz not null default now()
);
create index passkey_challenges_age on passkey_challenges (answered_at);

-- The hash of an account without a password fits none.
alter table users add column has_password boolean not null default true;

-- A session ends with the passkey that opened it.
alter table sessions add column passkey_id integer references passkeys on delete cascade;
create index concurrently if not exists sessions_passkey on sessions (passkey_id);
