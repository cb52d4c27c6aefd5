-- The statement that stores messages holds the rows of their chats, and only a chat without messages is ever deleted: the
-- key looked each chat up, and locked it, once more for every message.
alter table messages drop constraint messages_chat_id_fkey;
