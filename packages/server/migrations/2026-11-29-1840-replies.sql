-- The number of the message that a message answers, in chats of more than two.
alter table messages add column reply_to integer;

-- How members react to messages, which ends with the message, and with their membership in whatever way that ends.
create table reactions (
  chat_id integer not null,
  seq integer not null,
  user_id integer not null,
  emoji text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (chat_id, seq, user_id, emoji),
  foreign key (chat_id, seq) references messages on update cascade on delete cascade,
  foreign key (chat_id, user_id) references memberships on delete cascade
);
create index reactions_member on reactions (chat_id, user_id);
