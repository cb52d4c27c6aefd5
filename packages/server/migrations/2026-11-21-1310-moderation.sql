-- Reports, what was decided on them, and what follows from that (safety S33 to S35).
alter table users
  add column hidden_at timestamptz,
  -- 'infinity': until he has appealed.
  add column suspended_until timestamptz,
  -- No new chats and playdates until a moderator has looked.
  add column may_not_start boolean not null default false;
create index users_hidden on users (id) where hidden_at is not null;

alter table playdates add column hidden_at timestamptz;
alter table messages add column hidden_at timestamptz;

create table moderation_decisions (
  id integer generated always as identity primary key,
  target_type text not null,
  target_id text not null,
  -- Whom it concerns: null where nobody is known, or his account is gone.
  subject_id integer references users on delete set null,
  moderator_id integer references users on delete set null,
  is_automatic boolean not null default false,
  decision text not null,
  reason text not null,
  rule text not null,
  until timestamptz,
  created_at timestamptz not null default now()
);
create index moderation_decisions_target on moderation_decisions (target_type, target_id, id);
create index moderation_decisions_subject on moderation_decisions (subject_id);
create index moderation_decisions_moderator on moderation_decisions (moderator_id);

create table reports (
  id integer generated always as identity primary key,
  -- Null: a visitor, or his account is gone.
  reporter_id integer references users on delete set null,
  contact_name text,
  contact_email text,
  target_type text not null check (target_type in ('user', 'message', 'chat', 'playdate', 'place', 'photo')),
  -- An id, or a picture's address.
  target_id text not null,
  subject_id integer references users on delete set null,
  -- They were on a playdate together or had both written to each other, at that moment.
  had_contact boolean not null default false,
  reason text not null,
  text text,
  -- What it was about, as it was then; null when there was no such thing.
  evidence jsonb,
  decision_id integer references moderation_decisions on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index reports_open on reports (reporter_id, target_type, target_id) where closed_at is null;
create index reports_target on reports (target_type, target_id);
create index reports_subject on reports (subject_id);
create index reports_decision on reports (decision_id);
create index reports_reporter on reports (reporter_id, id);

-- Pictures out of sight, and whose they were, so that they can come back. Without bytes: it lies elsewhere.
create table held_pictures (
  id integer generated always as identity primary key,
  address text not null,
  user_id integer references users on delete cascade,
  place_id integer references places on delete cascade,
  owner_id integer,
  picture bytea,
  held_at timestamptz not null default now()
);
create index held_pictures_address on held_pictures (address);
create index held_pictures_user on held_pictures (user_id);
create index held_pictures_place on held_pictures (place_id);

-- What moderators removed does not come back: SHA-256 of the picture as it was kept.
create table removed_pictures (
  hash text primary key,
  removed_at timestamptz not null default now()
);
