-- Finds who is out now.
create index concurrently if not exists playdates_now on playdates (end_time) where kind = 'now';
