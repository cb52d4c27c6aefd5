-- The list in two parts counts what has no known position as near, however few there are of them.
create index concurrently if not exists playdates_without_spot on playdates (start_time, id) where spot_latitude is null;
