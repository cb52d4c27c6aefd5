-- What a circle plans. A date that its circle loses, with its planner or its end, stays with him.
alter table playdates add column circle_id integer references circles on delete set null;
alter table series add column circle_id integer references circles on delete set null;
alter table polls add column circle_id integer references circles on delete set null;
-- Whether others than its members may come, once they have been asked first; null if it was never a circle's.
alter table playdates add column open_to_others boolean;
alter table series add column open_to_others boolean;
-- From when on everybody can find it; null for always.
alter table playdates add column opens_at timestamptz;
create index concurrently if not exists playdates_circle on playdates (circle_id, start_time) where circle_id is not null;
create index concurrently if not exists series_circle on series (circle_id) where circle_id is not null;
create index concurrently if not exists polls_circle on polls (circle_id) where circle_id is not null;
