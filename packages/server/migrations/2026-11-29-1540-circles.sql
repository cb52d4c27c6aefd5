-- Fathers who keep meeting each other; only its members can find a circle.
create table circles (
  id integer generated always as identity primary key,
  name text not null,
  text text not null default '',
  -- One of the house's pictures.
  picture text,
  created_at timestamptz not null default now()
);

create table circle_members (
  circle_id integer not null references circles on delete cascade,
  user_id integer not null references users on delete cascade,
  is_keeper boolean not null default false,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (circle_id, user_id)
);
create index circle_members_user on circle_members (user_id);

-- Whom a keeper has asked, until he joins or the asking member goes. A refusal stays here, so that he is not asked again.
create table circle_asked (
  circle_id integer not null references circles on delete cascade,
  user_id integer not null references users on delete cascade,
  asked_by integer not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  declined_at timestamptz,
  primary key (circle_id, user_id),
  foreign key (circle_id, asked_by) references circle_members (circle_id, user_id) on delete cascade
);
create index circle_asked_user on circle_asked (user_id);
create index circle_asked_by on circle_asked (asked_by);
create index circle_asked_at on circle_asked (asked_at);

-- The circle of a chat, which has a number of its own and -1 in place of the pair: neither a user nor a thread has these.
alter table chats add column circle_id integer references circles on delete cascade;
create index concurrently if not exists chats_circle on chats (circle_id) where circle_id is not null;

-- Whoever comes into a circle, or leaves it in whatever way, comes into its chat or loses it in the same transaction. It
-- waits for the message that is being stored, which is still for those who were members. A circle ends with its last one.
create function follow_circle() returns trigger language plpgsql as $$
begin
  perform from chats c where c.circle_id in (select circle_id from moved) order by c.id for update;
  if tg_op = 'INSERT' then
    insert into memberships (chat_id, user_id, since_seq, read_seq)
      select c.id, m.user_id, c.last_seq, c.last_seq from moved m join chats c on c.circle_id = m.circle_id
    on conflict do nothing;
  else
    delete from memberships t using moved m, chats c
     where c.circle_id = m.circle_id and t.chat_id = c.id and t.user_id = m.user_id;
    delete from circles g
     where g.id in (select circle_id from moved) and not exists (select from circle_members o where o.circle_id = g.id);
  end if;
  return null;
end $$;
create trigger circle_left after delete on circle_members
  referencing old table as moved for each statement execute function follow_circle();
create trigger circle_joined after insert on circle_members
  referencing new table as moved for each statement execute function follow_circle();
