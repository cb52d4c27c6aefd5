-- Who has said that he cannot come to a playdate to which he was asked along, perhaps with a sentence for its creator.
create table declines (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  message text,
  declined_at timestamptz not null default now(),
  primary key (playdate_id, user_id)
);
create index declines_user on declines (user_id);

-- What has been shown to a member because it may help him, each once, and what came of it: `seen`, `yes` or `no`.
create table hints (
  user_id integer not null references users on delete cascade,
  name text not null,
  answer text not null,
  shown_at timestamptz not null default now(),
  primary key (user_id, name)
);

-- Whether he wants to be told when the first father near him registers; nobody else reads it.
alter table users add column tell_first_nearby boolean not null default false;
create index concurrently if not exists users_tell_first_nearby on users (id) where tell_first_nearby;

-- How often the page of a town for visitors was opened on a day: a number, without anything about who did so.
create table town_opens (
  town text not null,
  day date not null,
  opens integer not null,
  primary key (town, day)
);
create index town_opens_day on town_opens (day);
