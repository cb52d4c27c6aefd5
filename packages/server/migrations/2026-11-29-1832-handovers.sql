-- A browser that shows a code, which a father types on a device of his, to let it in. Only hashes are stored.
create table handovers (
  browser_hash bytea primary key,
  code_hash bytea not null unique,
  -- Of browser and system: `Firefox, Android`.
  name text,
  -- Who has decided, and how.
  user_id integer references users on delete cascade,
  is_accepted boolean,
  asked_at timestamptz not null default now()
);
create index handovers_user on handovers (user_id);
create index handovers_age on handovers (asked_at);
