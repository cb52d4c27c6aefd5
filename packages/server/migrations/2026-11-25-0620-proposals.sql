-- Meetings that the app proposes to fathers of one neighbourhood who are free on the same half day. Who was asked is told to
-- nobody (docs/decisions/0029).
create table proposals (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- Until when it can become a playdate.
  ends_at timestamptz not null,
  made_at timestamptz,
  -- The playdate it became; null before, and when that is gone.
  playdate_id integer references playdates on delete set null,
  created_at timestamptz not null default now()
);
create index proposals_place on proposals (place_id);
create index proposals_playdate on proposals (playdate_id);
create index proposals_created on proposals (created_at);

-- Who is asked, and what he has answered.
create table proposal_fathers (
  proposal_id integer not null references proposals on delete cascade,
  user_id integer not null references users on delete cascade,
  answer text check (answer in ('yes', 'no')),
  children integer not null default 0,
  answered_at timestamptz,
  primary key (proposal_id, user_id)
);
create index proposal_fathers_user on proposal_fathers (user_id);

-- The weeks in which neighbourhoods have been looked through: one node does so, once.
create table proposal_rounds (
  week date primary key,
  begun_at timestamptz not null default now()
);

-- Whether he wants to be asked.
alter table users add column proposals boolean not null default true;
