-- Joins the threads of circles’ dates into the chats of their circles, in order.
create temporary table joined on commit drop as
  select m.chat_id as thread, m.seq as thread_seq, h.id as into_chat,
         (h.last_seq + row_number() over (partition by h.id order by m.sent_at, m.id))::int as into_seq
    from messages m
    join chats t on t.id = m.chat_id
    join playdates p on p.id = t.playdate_id
    join chats h on h.circle_id = p.circle_id;

-- Whoever has read everything so far has read this too.
update memberships x set read_seq = n.last_seq
  from (select into_chat, min(into_seq) - 1 as before_seq, max(into_seq) as last_seq from joined group by into_chat) n
 where x.chat_id = n.into_chat and x.read_seq >= n.before_seq
   and not exists (select from joined j join memberships t on t.chat_id = j.thread and t.user_id = x.user_id
                    where j.into_chat = n.into_chat and j.thread_seq > t.read_seq);

-- The row in the thread keeps the client’s number, by which a repeat is known.
insert into messages (id, chat_id, seq, sender_id, content, sent_at, hidden_at, announcement, reply_to, playdate_id, is_of_thread)
overriding system value
  select m.id, j.into_chat, j.into_seq, m.sender_id, m.content, m.sent_at, m.hidden_at, m.announcement,
         (select a.into_seq from joined a where a.thread = j.thread and a.thread_seq = m.reply_to), t.playdate_id, true
    from joined j join messages m on m.chat_id = j.thread and m.seq = j.thread_seq join chats t on t.id = j.thread;

update chats h set last_seq = n.last_seq, active_at = greatest(h.active_at, n.sent_at)
  from (select j.into_chat, max(j.into_seq) as last_seq, max(m.sent_at) as sent_at
          from joined j join messages m on m.chat_id = j.thread and m.seq = j.thread_seq group by j.into_chat) n
 where h.id = n.into_chat;

update messages m set playdate_id = t.playdate_id from joined j join chats t on t.id = j.thread
 where m.chat_id = j.thread and m.seq = j.thread_seq;

-- Dates with guests whose thread nobody has opened yet.
with made as (
  insert into chats (playdate_id, first_member, second_member)
    select p.id, -p.id, 0 from playdates p
     where p.circle_id is not null and p.kind <> 'open' and p.end_time > now() - interval '24 hours'
       and exists (select from participants x where x.playdate_id = p.id and not exists (
         select from circle_members m where m.circle_id = p.circle_id and m.user_id = x.user_id))
     order by p.id
  on conflict (first_member, second_member) do nothing returning id, playdate_id)
insert into memberships (chat_id, user_id)
  select d.id, x.user_id from made d join participants x on x.playdate_id = d.playdate_id;
