-- Fathers who wait for a place on a playdate.
create table waiting (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0 check (children between 0 and 49),
  -- Their order; a number, since two may come within the clock's smallest step.
  turn bigint generated always as identity,
  since timestamptz not null default now(),
  -- How many places were free when he was last considered: he is told again only of more.
  free_then integer not null default 0,
  primary key (playdate_id, user_id)
);
create index waiting_user on waiting (user_id);

-- When a place came from the waiting list, until its father has confirmed it by joining himself.
alter table participants add column moved_up_at timestamptz;
