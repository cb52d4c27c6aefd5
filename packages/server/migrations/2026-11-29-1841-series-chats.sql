-- The series of a chat, which has a number of its own and -2 in place of the pair: neither a user, a thread nor a circle has
-- these. It is made once no older node is left, which would take it for a chat of two (domain/playdates/threads.ts).
alter table chats add column series_id integer references series on delete cascade;
create index concurrently if not exists chats_series on chats (series_id) where series_id is not null;

-- Whether somebody belongs in the chat of a series: he has a standing place, or is on one of its dates, until a week after it.
create function is_in_series(series integer, father integer) returns boolean language sql stable return
  exists (select from series_regulars r where r.series_id = series and r.user_id = father)
  or exists (select from participants x join playdates p on p.id = x.playdate_id
              where x.user_id = father and p.series_id = series and p.end_time > now() - interval '7 days');

-- Whoever no longer belongs in the chats of series that he is in, in whatever way, loses them in the same transaction.
create function leave_series_chats(fathers integer[]) returns void language plpgsql as $$
begin
  delete from memberships t using chats c
   where t.user_id = any(fathers) and c.id = t.chat_id and c.series_id is not null and not is_in_series(c.series_id, t.user_id);
end $$;

create or replace function follow_seats() returns trigger language plpgsql as $$
begin
  perform from chats c
    where c.playdate_id in (select playdate_id from seats)
       or c.series_id in (select p.series_id from seats s join playdates p on p.id = s.playdate_id)
       or tg_op = 'DELETE' and c.series_id is not null
          and c.id in (select t.chat_id from seats s join memberships t on t.user_id = s.user_id)
    order by c.id for update;
  if tg_op = 'INSERT' then
    insert into memberships (chat_id, user_id, since_seq, read_seq)
      select c.id, s.user_id, c.last_seq, c.last_seq from seats s join chats c on c.playdate_id = s.playdate_id
      union
      select c.id, s.user_id, c.last_seq, c.last_seq
        from seats s join playdates p on p.id = s.playdate_id join chats c on c.series_id = p.series_id
       where is_in_series(p.series_id, s.user_id)
    on conflict do nothing;
  else
    delete from memberships t using seats s, chats c
     where c.playdate_id = s.playdate_id and t.chat_id = c.id and t.user_id = s.user_id;
    perform leave_series_chats(array(select user_id from seats));
  end if;
  return null;
end $$;

create function follow_standing() returns trigger language plpgsql as $$
begin
  perform from chats c where c.series_id in (select series_id from standing) order by c.id for update;
  if tg_op = 'INSERT' then
    insert into memberships (chat_id, user_id, since_seq, read_seq)
      select c.id, s.user_id, c.last_seq, c.last_seq from standing s join chats c on c.series_id = s.series_id
    on conflict do nothing;
  else
    perform leave_series_chats(array(select user_id from standing));
  end if;
  return null;
end $$;
create trigger standing_ended after delete on series_regulars
  referencing old table as standing for each statement execute function follow_standing();
create trigger standing_taken after insert on series_regulars
  referencing new table as standing for each statement execute function follow_standing();

-- As before, also for series: without those whose week is over, and for nobody while moderators hide one of its dates.
create or replace function thread_hearers(thread integer, sender integer, seq integer) returns integer[] language plpgsql volatile as $$
declare
  creator integer;
  in_series integer;
  unseen integer[];
begin
  select coalesce(p.creator_id, s.creator_id), s.id into creator, in_series
    from chats c left join playdates p on p.id = c.playdate_id left join series s on s.id = c.series_id where c.id = thread;
  if in_series is not null and exists (select from playdates h where h.series_id = in_series and h.hidden_at is not null) then
    return '{}';
  end if;
  unseen := array(select blocked_id from blocks where blocker_id in (sender, creator)
                  union all select blocker_id from blocks where blocked_id in (sender, creator));
  return array(select t.user_id from memberships t
                where t.chat_id = thread and t.since_seq < seq and t.user_id <> all (unseen)
                  and (in_series is null or is_in_series(in_series, t.user_id)));
end $$;
