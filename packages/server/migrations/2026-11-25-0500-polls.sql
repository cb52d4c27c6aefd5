-- Which of several times suits everybody; one of them becomes a playdate.
create table polls (
  id integer generated always as identity primary key,
  creator_id integer not null references users on delete cascade,
  title text not null,
  location text not null,
  location_visibility text not null check (location_visibility in ('public', 'participants')),
  area text,
  place_id integer references places on delete set null,
  max_participants integer not null,
  -- The link's token is made from this and the server's secret, as an invitation's.
  salt text not null,
  token_hash bytea not null unique,
  -- When no playdate can be planned at any of its times any more.
  ends_at timestamptz not null,
  chosen_time_id integer,
  playdate_id integer references playdates on delete set null,
  created_at timestamptz not null default now()
);
create index polls_creator on polls (creator_id);
create index polls_place on polls (place_id);
create index polls_playdate on polls (playdate_id);
create index polls_end on polls (ends_at);

create table poll_times (
  id integer generated always as identity primary key,
  poll_id integer not null references polls on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  unique (poll_id, start_time, end_time)
);

-- Who is asked by name, or has answered by the link.
create table poll_fathers (
  poll_id integer not null references polls on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0,
  answered_at timestamptz,
  primary key (poll_id, user_id)
);
create index poll_fathers_user on poll_fathers (user_id);

create table poll_answers (
  poll_time_id integer not null references poll_times on delete cascade,
  user_id integer not null references users on delete cascade,
  answer text not null check (answer in ('yes', 'maybe', 'no')),
  primary key (poll_time_id, user_id)
);
create index poll_answers_user on poll_answers (user_id);
