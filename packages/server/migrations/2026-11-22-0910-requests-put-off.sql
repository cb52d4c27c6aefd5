-- Whom a stranger wrote to may say "not now": the request leaves his list.
alter table chat_members add column put_off boolean not null default false;
