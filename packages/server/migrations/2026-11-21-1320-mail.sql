-- What mail makes possible (safety S13, decision S10), and when somebody was last here (safety 9).
alter table users
  -- Whether `email` is known to be his.
  add column email_confirmed boolean not null default false,
  -- The address before a change; links for a new password go there until the new one is confirmed.
  add column reset_email text,
  add column last_active_at timestamptz not null default now(),
  add column inactivity_told_at timestamptz;
create index users_reset_email on users (lower(reset_email)) where reset_email is not null;
create index users_last_active on users (last_active_at);

create table mail_tokens (
  -- SHA-256 of what the link holds: who reads this table cannot follow it.
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm')),
  -- Where the link went.
  email text not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id);
create index mail_tokens_expiry on mail_tokens (expires_at);
