-- Every chat has members, a pair two and a thread those on its playdate, and one table says who they are, how far each has
-- read, and where he came in. Views of the two names of before let older nodes read and write the same rows.
alter table chat_members rename to memberships;
-- He came after this message: those before were not written to him.
alter table memberships add column since_seq integer not null default 0;

alter table thread_members rename to thread_members_before;
insert into memberships (chat_id, user_id, since_seq, read_seq)
  select chat_id, user_id, since_seq, read_seq from thread_members_before;
drop table thread_members_before;

create view chat_members as
  select chat_id, user_id, read_seq, delivered_seq, put_off from memberships m
   where exists (select from chats c where c.id = m.chat_id and c.playdate_id is null);
create view thread_members as
  select chat_id, user_id, since_seq, read_seq from memberships m
   where exists (select from chats c where c.id = m.chat_id and c.playdate_id is not null);

create or replace function follow_seats() returns trigger language plpgsql as $$
begin
  perform from chats c where c.playdate_id in (select playdate_id from seats) order by c.id for update;
  if tg_op = 'INSERT' then
    insert into memberships (chat_id, user_id, since_seq, read_seq)
      select c.id, s.user_id, c.last_seq, c.last_seq from seats s join chats c on c.playdate_id = s.playdate_id
    on conflict do nothing;
  else
    delete from memberships t using seats s, chats c
     where c.playdate_id = s.playdate_id and t.chat_id = c.id and t.user_id = s.user_id;
  end if;
  return null;
end $$;

create or replace function thread_hearers(thread integer, sender integer, seq integer) returns integer[] language plpgsql volatile as $$
declare
  creator integer;
  unseen integer[];
begin
  select p.creator_id into creator from chats c join playdates p on p.id = c.playdate_id where c.id = thread;
  unseen := array(select blocked_id from blocks where blocker_id in (sender, creator)
                  union all select blocker_id from blocks where blocked_id in (sender, creator));
  return array(select t.user_id from memberships t
                where t.chat_id = thread and t.since_seq < seq and t.user_id <> all (unseen));
end $$;
