-- One-to-one chat. Members and senders are numbers without a foreign key: what somebody wrote to a partner stays for
-- that partner until its week is over, also when the account is gone, and a number alone says nothing about anybody.
create table chats (
  id integer generated always as identity primary key,
  -- The pair, the smaller number first.
  first_member integer not null,
  second_member integer not null,
  -- Who wrote as a stranger and has not been answered yet.
  requested_by integer,
  -- The number of the last message; given under the row's lock, so numbers have no gaps.
  last_seq integer not null default 0,
  active_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (first_member, second_member),
  check (first_member < second_member)
);

create table chat_members (
  chat_id integer not null references chats on delete cascade,
  user_id integer not null,
  read_seq integer not null default 0,
  delivered_seq integer not null default 0,
  primary key (chat_id, user_id)
);
create index chat_members_user on chat_members (user_id);

create table messages (
  chat_id integer not null references chats on delete cascade,
  seq integer not null,
  id integer generated always as identity unique,
  sender_id integer not null,
  client_id uuid,
  content text not null,
  sent_at timestamptz(3) not null,
  primary key (chat_id, seq)
);
create unique index messages_client on messages (sender_id, client_id) where client_id is not null;
create index messages_sent on messages (sent_at);

-- Whether others see what he has read, and he what others have.
alter table users add column read_receipts boolean not null default true;
