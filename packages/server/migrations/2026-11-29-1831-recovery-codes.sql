-- Codes that a father printed to log in without mail, each once. Only keyed hashes are stored.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
