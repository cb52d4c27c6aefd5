-- Several nodes make each date of a series once.
create unique index concurrently if not exists playdates_slot on playdates (series_id, slot) where series_id is not null;
