-- Who was asked along to a playdate in a chat, and hears when it is moved or cancelled until he has joined.
create table asked (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  asked_by integer not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  primary key (playdate_id, user_id, asked_by)
);
create index asked_user on asked (user_id);
create index asked_by on asked (asked_by);
