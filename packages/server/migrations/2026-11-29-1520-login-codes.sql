-- Six digits that were asked for in a browser, to log in there. A row exists for whatever was asked, so that nobody
-- learns from it whether an account exists; once the mail is sent it names its account. Only keyed hashes are stored.
create table login_codes (
  browser_hash bytea primary key,
  user_id integer references users on delete cascade,
  code_hash bytea,
  link_hash bytea,
  tries integer not null default 0,
  asked_at timestamptz not null default now()
);
-- One live code per account.
create unique index login_codes_user on login_codes (user_id);
create unique index login_codes_link on login_codes (link_hash);
create index login_codes_age on login_codes (asked_at);
