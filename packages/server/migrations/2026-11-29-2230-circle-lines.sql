-- What is written in the chat of a circle about a date that guests are on has a second row with the same id in the chat of
-- that date, which they read (domain/playdates/threads.ts).

-- Written when a circle’s dates still had threads: in its chat, only those who were in the thread find it.
alter table messages add column is_of_thread boolean;

-- As before, also for the dates of circles: its members hear what is about them in the chat of the circle.
create or replace function thread_hearers(thread integer, sender integer, seq integer) returns integer[] language plpgsql volatile as $$
declare
  creator integer;
  in_series integer;
  of_circle integer;
  unseen integer[];
begin
  select coalesce(p.creator_id, s.creator_id), s.id, p.circle_id into creator, in_series, of_circle
    from chats c left join playdates p on p.id = c.playdate_id left join series s on s.id = c.series_id where c.id = thread;
  if in_series is not null and exists (select from playdates h where h.series_id = in_series and h.hidden_at is not null) then
    return '{}';
  end if;
  unseen := array(select blocked_id from blocks where blocker_id in (sender, creator)
                  union all select blocker_id from blocks where blocked_id in (sender, creator));
  return array(select t.user_id from memberships t
                where t.chat_id = thread and t.since_seq < seq and t.user_id <> all (unseen)
                  and (in_series is null or is_in_series(in_series, t.user_id))
                  and (of_circle is null or not exists (select from circle_members m where m.circle_id = of_circle and m.user_id = t.user_id)));
end $$;

-- For what somebody on a date writes about it in the chat of its circle, which is locked already: the chat of the date, its
-- last number, and its guests, who hear him. Null if it has none. Volatile, so that it reads anew after a wait.
create function line_of(date integer, sender integer) returns integer[] language plpgsql volatile as $$
declare
  line integer[];
begin
  select array[c.id, c.last_seq] into line from chats c where c.playdate_id = date for no key update;
  if line is null or not exists (select from participants x where x.playdate_id = date and x.user_id = sender) then
    return null;
  end if;
  return line || thread_hearers(line[1], sender, 2147483647);
end $$;
