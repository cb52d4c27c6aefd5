-- Who received a text may report it until its retention, whatever anybody leaves, blocks or deletes. Numbers without
-- foreign keys, as those of messages: a number alone says nothing about anybody, and no row of a user is locked.

-- Who could read a text and then lost it.
create table received (
  target_type text not null,
  target_id bigint not null,
  user_id integer not null,
  -- Of a chat: from the message after this one up to and with the other.
  since_seq integer not null default 0,
  until_seq integer,
  -- Of a playdate: it was cancelled by then, and he was told why.
  had_reason boolean not null default false,
  lost_at timestamptz not null default now(),
  primary key (target_type, target_id, user_id, since_seq)
);
create index received_user on received (user_id);
create index received_lost on received (lost_at);

-- Deleted texts that somebody has received, for reports alone; without the address of a home.
create table kept_texts (
  target_type text not null,
  target_id bigint not null,
  subject_id integer not null,
  evidence jsonb not null,
  -- Why it was cancelled, for those who were told.
  reason text,
  kept_until timestamptz not null,
  primary key (target_type, target_id)
);
create index kept_texts_until on kept_texts (kept_until);

create function note_received_playdates() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id, had_reason)
    select distinct 'playdate', p.id, l.user_id, tg_table_name = 'participants' and p.cancelled_at is not null
      from lost l join playdates p on p.id = l.playdate_id where p.creator_id <> l.user_id order by 2, 3
  on conflict (target_type, target_id, user_id, since_seq)
    do update set lost_at = now(), had_reason = received.had_reason or excluded.had_reason;
  return null;
end $$;
create trigger participants_received after delete on participants
  referencing old table as lost for each statement execute function note_received_playdates();
create trigger waiting_received after delete on waiting
  referencing old table as lost for each statement execute function note_received_playdates();
create trigger asked_received after delete on asked
  referencing old table as lost for each statement execute function note_received_playdates();

create function note_received_open_hours() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id)
    select 'playdate', p.id, l.user_id
      from lost l join playdates p on p.series_id = l.series_id and p.kind = 'open' and p.end_time > now()
     where p.creator_id <> l.user_id order by 2, 3
  on conflict (target_type, target_id, user_id, since_seq) do update set lost_at = now();
  return null;
end $$;
create trigger series_regulars_received after delete on series_regulars
  referencing old table as lost for each statement execute function note_received_open_hours();

-- The messages of a thread stay until their retention; those of a pair have expired before it goes.
create function note_received_messages() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id, since_seq, until_seq)
    select 'chat', l.chat_id, l.user_id, l.since_seq, m.last_seq
      from lost l
      join lateral (select max(m.seq) as last_seq from messages m where m.chat_id = l.chat_id and m.seq > l.since_seq) m
        on m.last_seq is not null
     order by 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger memberships_received after delete on memberships
  referencing old table as lost for each statement execute function note_received_messages();

create function keep_playdate() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days',
    case when old.cancelled_at is null or old.is_moved_away then old.end_time + interval '12 months'
         else greatest(old.cancelled_at, old.end_time) + interval '30 days' end);
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id, had_reason)
    select 'playdate', old.id, x.user_id, bool_or(x.had_reason)
      from (select user_id, old.cancelled_at is not null as had_reason from participants where playdate_id = old.id
            union all select user_id, false from waiting where playdate_id = old.id
            union all select user_id, false from asked where playdate_id = old.id
            union all select user_id, false from series_regulars where series_id = old.series_id and old.kind = 'open') x
     where x.user_id <> old.creator_id group by x.user_id order by 3
  on conflict (target_type, target_id, user_id, since_seq)
    do update set lost_at = now(), had_reason = received.had_reason or excluded.had_reason;
  insert into kept_texts (target_type, target_id, subject_id, evidence, reason, kept_until)
    select 'playdate', old.id, old.creator_id,
           jsonb_build_object('name', old.title, 'text', old.description,
             'where', case when old.location_visibility = 'public' then old.location else old.area end,
             'startTime', to_char(old.start_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
           old.cancel_reason, kept
     where exists (select from received r where r.target_type = 'playdate' and r.target_id = old.id)
  on conflict do nothing;
  return old;
end $$;
create trigger playdates_kept before delete on playdates for each row execute function keep_playdate();

create function keep_poll() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days', old.ends_at + interval '7 days');
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id)
    select 'poll', old.id, f.user_id from poll_fathers f where f.poll_id = old.id order by 3
  on conflict do nothing;
  insert into kept_texts (target_type, target_id, subject_id, evidence, kept_until)
    select 'poll', old.id, old.creator_id,
           jsonb_build_object('name', old.title, 'text', old.description,
             'where', case when old.location_visibility = 'public' then old.location else old.area end,
             'startTime', (select to_char(min(t.start_time) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                             from poll_times t where t.poll_id = old.id)),
           kept
     where exists (select from received r where r.target_type = 'poll' and r.target_id = old.id)
  on conflict do nothing;
  return old;
end $$;
create trigger polls_kept before delete on polls for each row execute function keep_poll();

-- A father's sentence as he left a playdate.
create function keep_departure() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days', old.created_at + interval '3 months');
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id) values ('departure', old.id, old.user_id) on conflict do nothing;
  insert into kept_texts (target_type, target_id, subject_id, evidence, kept_until)
    values ('departure', old.id, old.actor_id,
            jsonb_build_object('name', old.details -> 'title', 'text', old.details -> 'message',
                               'startTime', old.details -> 'startTime'), kept)
  on conflict do nothing;
  return old;
end $$;
create trigger notifications_kept before delete on notifications for each row
  when (old.kind = 'playdate.left' and old.details ? 'message' and old.actor_id is not null)
  execute function keep_departure();

alter table reports drop constraint reports_target_type_check;
alter table reports add constraint reports_target_type_check
  check (target_type in ('user', 'message', 'chat', 'playdate', 'poll', 'departure', 'place', 'photo')) not valid;
