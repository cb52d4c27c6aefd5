-- What a father shows and to whom, whom he has blocked, and who is gone (safety 2, 3 and 8).
alter table users
  add column children_visibility text not null default 'contacts'
    check (children_visibility in ('none', 'contacts', 'members')),
  add column show_child_names boolean not null default false,
  add column show_phone boolean not null default false,
  add column last_name_initial_only boolean not null default false,
  -- In the lists of fathers at all, and as father of the day.
  add column discoverable boolean not null default true,
  add column spotlight boolean not null default true,
  add column messages_from text not null default 'everyone' check (messages_from in ('everyone', 'co', 'nobody'));

create table blocks (
  blocker_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- In either direction: both lose sight of each other.
create function are_blocked(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from blocks where (blocker_id = a and blocked_id = b) or (blocker_id = b and blocked_id = a));

-- Both on a playdate that is to come or ended less than a week ago.
create function are_co(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from participants x
            join participants y on y.playdate_id = x.playdate_id and y.user_id = b
            join playdates p on p.id = x.playdate_id and p.end_time > now() - interval '7 days'
           where x.user_id = a);

-- Partners in a chat that both have written in.
create function are_chatting(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from chats c
           where c.first_member = least(a, b) and c.second_member = greatest(a, b) and c.requested_by is null
             and exists (select from messages m where m.chat_id = c.id and m.sender_id = a)
             and exists (select from messages m where m.chat_id = c.id and m.sender_id = b));

-- Who is gone, so that a restored backup does not bring him back: nothing but numbers, and a keyed hash of the name,
-- which nobody else takes for 35 days (safety S14).
create table erasures (
  user_id integer primary key,
  username_hash text not null,
  erased_at timestamptz not null default now()
);
create index erasures_username on erasures (username_hash);
