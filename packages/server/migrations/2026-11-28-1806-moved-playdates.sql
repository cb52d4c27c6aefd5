-- When it was last moved to another start or to an earlier end: who has a seat may not have known in time.
alter table playdates add column moved_at timestamptz;
