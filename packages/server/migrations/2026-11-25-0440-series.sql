-- Playdates that repeat: the rule, and the description of dates that do not exist yet.
create table series (
  id integer generated always as identity primary key,
  creator_id integer not null references users on delete cascade,
  every text not null check (every in ('week', 'twoWeeks', 'monthByWeekday')),
  -- The date with this number is on this day; all others follow from it. Hours are those of the product's time zone.
  anchor_slot integer not null default 0,
  anchor_date date not null,
  start_at time(3) not null,
  end_at time(3) not null,
  end_days smallint not null default 0 check (end_days >= 0),
  -- The last day on which a date may be.
  until date not null,
  -- No date is made on these days.
  pauses datemultirange not null default '{}',
  -- Dates that were deleted and do not come back.
  left_out integer[] not null default '{}',
  -- When the next date is to be made; null when there is none before its creator changes something.
  makes_at timestamptz,
  -- It makes no more dates, unless its creator renews it.
  ended_at timestamptz,
  title text not null,
  description text,
  location text not null,
  location_visibility text not null default 'public' check (location_visibility in ('public', 'participants')),
  area text,
  place_id integer references places on delete set null,
  grid_latitude double precision,
  grid_longitude double precision,
  max_participants integer not null check (max_participants between 1 and 50),
  minimum_fathers smallint check (minimum_fathers between 2 and 50),
  -- The children its creator brings.
  children integer not null default 0 check (children between 0 and 49),
  created_at timestamptz not null default now()
);
create index series_creator on series (creator_id);
create index series_place on series (place_id) where place_id is not null;
create index series_due on series (makes_at) where makes_at is not null;

-- Who has a standing place in a series, and brings how many children.
create table series_regulars (
  series_id integer not null references series on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0 check (children between 0 and 49),
  -- How often in a row he did not answer.
  missed smallint not null default 0,
  -- The clock, not the transaction's start: who came first.
  since timestamptz not null default clock_timestamp(),
  primary key (series_id, user_id)
);
create index series_regulars_user on series_regulars (user_id);

alter table playdates
  add column series_id integer references series on delete set null,
  -- Which of the series' dates this is; it stays when the date is moved.
  add column slot integer,
  -- Cancelled because the series pauses on its day.
  add column is_paused boolean not null default false,
  -- With fewer fathers its creator is asked a day before, and says whether it goes on.
  add column minimum_fathers smallint,
  add column goes_on boolean not null default false;

-- A seat of a regular who has not said yet that he comes.
alter table participants add column is_confirmed boolean not null default true;
