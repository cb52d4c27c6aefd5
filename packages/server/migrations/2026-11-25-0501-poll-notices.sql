create index concurrently if not exists notifications_poll on notifications ((details -> 'pollId')) where (details -> 'pollId') is not null;
