-- The date that a message is about, in the chat of a series; without a key, since it outlives that.
alter table messages add column playdate_id integer;
