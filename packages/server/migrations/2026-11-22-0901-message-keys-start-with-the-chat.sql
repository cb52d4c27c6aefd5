-- Unique keys that begin with the chat let messages be divided by chat one day. The name that a client gives a message is
-- still looked up among all of its sender's, and reports name a message by its number alone.
create unique index concurrently if not exists messages_chat_client on messages (chat_id, sender_id, client_id)
  where client_id is not null;
create index concurrently if not exists messages_sender_client on messages (sender_id, client_id)
  where client_id is not null;
create index concurrently if not exists messages_number on messages (id);
