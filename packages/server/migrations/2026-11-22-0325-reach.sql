-- Notices, reminders, mail, invitations and calendars: what reaches a father outside the open tab.

-- What is sent or happens later. A row is written in the transaction of the change it belongs to, and goes when it is
-- done. A worker that takes a row moves `due_at` ahead: should the worker die, the row is due again.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id integer references users on delete cascade,
  playdate_id integer references playdates on delete cascade,
  payload jsonb not null default '{}',
  due_at timestamptz not null default now(),
  -- The same thing is not written twice while it waits.
  dedupe_key text unique,
  attempts integer not null default 0
);
create index outbox_due on outbox (due_at, id);
create index outbox_user on outbox (user_id) where user_id is not null;
create index outbox_playdate on outbox (playdate_id) where playdate_id is not null;

alter table users add column notification_settings jsonb not null default
  '{"push": {"messages": true, "playdates": true, "reminders": true, "nearby": false},
    "mail": {"messages": false, "playdates": true, "reminders": true, "nearby": false},
    "remindBeforeMin": [1440, 120], "quietHours": {"from": "21:00", "to": "07:00"}, "timeZone": "Europe/Amsterdam"}';

alter table playdates
  add column sequence integer not null default 0,
  add column cancelled_at timestamptz,
  add column cancel_reason text,
  add column cancel_reason_kind text check (cancel_reason_kind in ('illChild', 'weather', 'work', 'other')),
  -- Until when the creator can take the cancellation back; null when it was not his.
  add column undo_until timestamptz;
create index playdates_cancelled on playdates (cancelled_at) where cancelled_at is not null;

-- A cancelled playdate brings nobody together.
create or replace function are_co(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from participants x
            join participants y on y.playdate_id = x.playdate_id and y.user_id = b
            join playdates p on p.id = x.playdate_id and p.end_time > now() - interval '7 days' and p.cancelled_at is null
           where x.user_id = a);

-- Who did what somebody is told of; named where it is read, as long as the reader may know.
alter table notifications add column actor_id integer references users on delete cascade;
create index notifications_actor on notifications (actor_id) where actor_id is not null;

create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- Signing out ends it; a session that merely expires does not (the column is emptied before).
  session_id integer references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  -- The push service failed last time: nothing is tried before then.
  retry_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id, id);
create index push_subscriptions_session on push_subscriptions (session_id);

create table invitations (
  id integer generated always as identity primary key,
  playdate_id integer not null references playdates on delete cascade,
  created_by integer not null references users on delete cascade,
  -- The link's token is made from this and the server's secret, so that asking again gives the same one.
  salt text not null,
  token_hash bytea not null unique,
  shows_name boolean not null default false,
  created_at timestamptz not null default now(),
  unique (playdate_id, created_by)
);
create index invitations_creator on invitations (created_by);

create table calendar_feeds (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  variant text not null check (variant in ('full', 'busy')),
  shows_home_address boolean not null default false,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user on calendar_feeds (user_id, id);

-- A link in a mail that ends such mails: used once.
alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check check (purpose in ('reset', 'confirm', 'unsubscribe')),
  add column topic text;
