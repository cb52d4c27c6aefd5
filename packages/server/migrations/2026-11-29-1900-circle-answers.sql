-- What a father says to the question whether those who met on a playdate, for the second time, make a circle. Nobody else
-- reads it; with the second yes there is a circle, which later ones join.
create table circle_answers (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  says_yes boolean not null,
  answered_at timestamptz not null default clock_timestamp(),
  -- The circle that he got into by his yes; it stays when he leaves.
  circle_id integer references circles on delete set null,
  primary key (playdate_id, user_id)
);
create index circle_answers_user on circle_answers (user_id);
create index circle_answers_circle on circle_answers (circle_id);
create index circle_answers_at on circle_answers (answered_at);
