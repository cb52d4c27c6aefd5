-- What a father says, when he is asked, of another whom he has met for the first time: whether he knows him now. Nobody
-- else reads it. His network at that time is a keyed hash that differs for each father it is about.
create table known_answers (
  user_id integer not null references users on delete cascade,
  about_id integer not null references users on delete cascade,
  playdate_id integer not null references playdates on delete cascade,
  says_yes boolean not null,
  network text not null,
  answered_at timestamptz not null default now(),
  primary key (user_id, about_id)
);
create index known_answers_about on known_answers (about_id);
create index known_answers_playdate on known_answers (playdate_id);
