-- An open hour is a playdate at a public place without heads and without joining: whoever likes comes by.
alter table playdates add column kind text not null default 'playdate';
alter table series add column kind text not null default 'playdate';
-- The account of an organisation that the operator has named: a library, a municipality. Its open hours are shown as its own.
alter table users add column is_host boolean not null default false;
