-- after: every node reads these numbers as they are, however long, and needs no key of messages that spans chats
-- What grows for ever gets numbers that do not run out. PostgreSQL writes these tables anew, once.
alter table messages
  drop constraint messages_id_key,
  alter column id type bigint;
drop index messages_client;
alter table notifications alter column id type bigint;
alter table push_subscriptions alter column session_id type bigint;
alter table sessions alter column id type bigint;
alter table place_revisions
  alter column id type bigint,
  alter column reverts type bigint;
