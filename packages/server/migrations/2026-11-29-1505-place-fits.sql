-- The terms of filters that a playground satisfies. Core's index for it is a signature of 64 bits, so that the nearest
-- that satisfy several are found in the index alone.
alter table places add column fits tsquery;
create index concurrently if not exists places_playgrounds_fit on places using gist (location, fits)
  where type = 'playground' and hidden_at is null and fits is not null;

-- Every 16th and every 256th place, from which a map of many is drawn.
create index concurrently if not exists places_sixteenth on places using gist (location) where hidden_at is null and id % 16 = 0;
create index concurrently if not exists places_few on places using gist (location) where hidden_at is null and id % 256 = 0;
