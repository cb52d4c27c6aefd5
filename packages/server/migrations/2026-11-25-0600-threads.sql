-- Talking beforehand: the thread of a playdate is a chat of everybody on it.

-- The playdate of a thread. Older nodes need the columns of the pair filled: a thread has two numbers there that no user
-- has, minus the playdate's own and 0.
alter table chats add column playdate_id integer references playdates on delete cascade;
create index concurrently if not exists chats_playdate on chats (playdate_id) where playdate_id is not null;

alter table messages add column announcement boolean not null default false;

-- Who is in a thread: always those on its playdate. A table of its own, since older nodes take everybody in chat_members
-- for one of a pair.
create table thread_members (
  chat_id integer not null references chats on delete cascade,
  user_id integer not null references users on delete cascade,
  -- He came after this message: those before were not written to him.
  since_seq integer not null,
  read_seq integer not null,
  primary key (chat_id, user_id)
);
create index thread_members_user on thread_members (user_id);

-- Whoever takes or frees a seat, an older node too, comes into the thread or loses it in the same transaction. It waits
-- for the message that is being stored, which is still for those who were on the playdate.
create function follow_seats() returns trigger language plpgsql as $$
begin
  perform from chats c where c.playdate_id in (select playdate_id from seats) order by c.id for update;
  if tg_op = 'INSERT' then
    insert into thread_members (chat_id, user_id, since_seq, read_seq)
      select c.id, s.user_id, c.last_seq, c.last_seq from seats s join chats c on c.playdate_id = s.playdate_id
    on conflict do nothing;
  else
    delete from thread_members t using seats s, chats c
     where c.playdate_id = s.playdate_id and t.chat_id = c.id and t.user_id = s.user_id;
  end if;
  return null;
end $$;
create trigger seats_taken after insert on participants
  referencing new table as seats for each statement execute function follow_seats();
create trigger seats_freed after delete on participants
  referencing old table as seats for each statement execute function follow_seats();

-- Who is in a thread and came before this message, without those who do not see its sender or the playdate's creator.
-- Volatile, so that it reads anew in a statement that has waited for the thread's row.
create function thread_hearers(thread integer, sender integer, seq integer) returns integer[] language plpgsql volatile as $$
declare
  creator integer;
  unseen integer[];
begin
  select p.creator_id into creator from chats c join playdates p on p.id = c.playdate_id where c.id = thread;
  unseen := array(select blocked_id from blocks where blocker_id in (sender, creator)
                  union all select blocker_id from blocks where blocked_id in (sender, creator));
  return array(select t.user_id from thread_members t
                where t.chat_id = thread and t.since_seq < seq and t.user_id <> all (unseen));
end $$;
