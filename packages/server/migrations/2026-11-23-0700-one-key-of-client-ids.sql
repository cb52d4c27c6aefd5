-- One index finds a client id among all of its sender's messages and keeps it unique in a chat; until now there were two.
-- It contains the chat, so messages can still be divided by chat one day.
create unique index concurrently if not exists messages_client_in_chat on messages (sender_id, client_id, chat_id)
  where client_id is not null;
