-- How often its creator has undone a cancellation of this playdate.
alter table playdates add column undos smallint not null default 0;
