-- Each import of open data, and what came of it.
create table import_runs (
  id integer generated always as identity primary key,
  files text[] not null,
  -- How many were read, left out, new, changed, the same, missing.
  counts jsonb not null default '{}',
  started_at timestamptz not null default now(),
  -- Null while it runs, or when it was ended in the middle: run it again.
  finished_at timestamptz
);

-- The area a place came with, by the first import of that area: what is missing is only looked for in the same one.
alter table places add column import_area integer references import_runs on delete set null;
create index places_import_area on places (import_area) where import_area is not null;
