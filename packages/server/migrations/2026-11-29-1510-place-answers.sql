-- What is the matter with a place for now. It ends after its last day, or once two networks say that it is mended.
create table place_states (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  kind text not null check (kind in ('broken', 'dirty', 'closed', 'flooded')),
  text text,
  image_url text,
  reported_by integer references users on delete set null,
  since date not null,
  until date not null,
  ended_on date
);
create unique index place_states_open on place_states (place_id, kind) where ended_on is null;
create index place_states_image_url on place_states using hash (image_url) where image_url is not null;
create index place_states_over on place_states (until);
create index place_states_reporter on place_states (reported_by);

-- What members say of a state, each his last word. A network, as a keyed hash that differs for each state, is one voice.
create table place_state_voices (
  id bigint generated always as identity primary key,
  state_id integer not null references place_states on delete cascade,
  user_id integer references users on delete set null,
  network text not null,
  says text not null check (says in ('still', 'mended')),
  unique (state_id, user_id)
);
create index place_state_voices_user on place_state_voices (user_id);

-- The last day of a state of the place; an earlier day or none: nothing is the matter.
alter table places add column state_until date;

-- What fathers say of a playground, each his last word for each key; a null value: he does not know. Answers of deleted
-- accounts stay without them.
create table place_fact_answers (
  id bigint generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  key text not null,
  user_id integer references users on delete set null,
  network text not null,
  value jsonb,
  -- Whether his account was some days old by then.
  is_established boolean not null,
  day date not null,
  unique (place_id, key, user_id)
);
create index place_fact_answers_user on place_fact_answers (user_id);

-- Who was at a place in the last 24 hours and may therefore answer; nothing says when.
create table place_visits (
  user_id integer not null references users on delete cascade,
  place_id integer not null references places on delete cascade,
  until timestamptz not null,
  primary key (user_id, place_id)
);
create index place_visits_place on place_visits (place_id);
create index place_visits_until on place_visits (until);

-- Which questions a father was asked, each once; the hash tells nobody about which place.
create table place_questions (
  user_id integer not null references users on delete cascade,
  question text not null,
  day date not null,
  primary key (user_id, question)
);
alter table users add column place_questions boolean not null default true;
