-- Who in a circle fetches newcomers at the entrance, and whom on which date. What either has declined stays as long as the
-- date, so that the same two are not asked again; nobody reads who did.
alter table circle_members add column is_buddy boolean not null default false;
create table buddies (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  buddy_id integer not null references users on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  declined_at timestamptz,
  primary key (playdate_id, user_id, buddy_id)
);
create unique index buddies_one on buddies (playdate_id, user_id) where declined_at is null;
create index buddies_user on buddies (user_id);
create index buddies_buddy on buddies (buddy_id, asked_at);
