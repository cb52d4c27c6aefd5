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
