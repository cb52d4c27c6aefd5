-- Places: playgrounds and child-friendly restaurants, near a position, by a word, and counted for maps that show much.
-- pg_trgm comes with PostgreSQL and is trusted: the owner of a database may add it. Geography needs no extension.
create extension if not exists pg_trgm;

-- A position in Web Mercator, the world being 2^32 units wide; conformal, so what is near there is near on the ground.
-- The poles themselves are out of its reach.
create function mercator(latitude double precision, longitude double precision) returns point
language sql immutable parallel safe return
  point((longitude + 180) / 360 * 4294967296,
        (0.5 - ln(tan(pi() / 4 + radians(least(greatest(latitude, -89.9), 89.9)) / 2)) / (2 * pi())) * 4294967296);

-- Great-circle distance in metres on a sphere of the earth's mean radius.
create function metres_between(a_lat double precision, a_lng double precision, b_lat double precision, b_lng double precision)
returns double precision language sql immutable parallel safe return
  2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(b_lat - a_lat) / 2) ^ 2 + cos(radians(a_lat)) * cos(radians(b_lat)) * sin(radians(b_lng - a_lng) / 2) ^ 2)));

-- Feature keys as bits, five for each type, so that a count can be kept for every combination of them.
create function feature_bits(features text[]) returns integer
language sql immutable parallel safe return
  (select coalesce(sum(1 << bit), 0)::integer
     from unnest(array['kidsMenu', 'highChairs', 'changingTables', 'playCorner', 'strollerAccessible']) with ordinality as r (key, n)
     cross join lateral (select (n - 1)::integer as bit) b where key = any (features))
  + (select coalesce(sum(1 << bit), 0)::integer
     from unnest(array['restrooms', 'picnicTables', 'benches', 'sandbox', 'waterGames']) with ordinality as p (key, n)
     cross join lateral (select (n - 1)::integer as bit) b where key = any (features));

create table places (
  id integer generated always as identity primary key,
  type text not null check (type in ('restaurant', 'playground')),
  name text not null,
  -- A name we made ourselves: what it is called after ('Kerkstraat'), said in the reader's language.
  named_after text,
  description text,
  address text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Null where 0,0 says that nobody knows (decision L2).
  location point generated always as
    (case when latitude = 0 and longitude = 0 then null else mercator(latitude, longitude) end) stored,
  features text[] not null default '{}',
  -- Who reaches the changing table; null where nobody said.
  changing_table text check (changing_table in ('everyone', 'womenOnly')),
  image_url text,
  -- Kept by a trigger on place_reviews.
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  -- Null: imported, or its account is gone.
  created_by integer references users on delete set null,
  status text not null default 'new' check (status in ('new', 'confirmed')),
  -- Not shown any more: gone, or out of sight until a moderator looks.
  hidden_at timestamptz,
  locked_at timestamptz,
  -- Where it comes from: 'user', or an import with its own id ('way/123') and what it was made of.
  source text not null default 'user',
  source_id text,
  source_aliases text[] not null default '{}',
  source_tags jsonb,
  source_hash text,
  -- Imports in a row that no longer had it.
  missed_imports integer not null default 0,
  -- What a father has changed belongs to him: an import leaves these columns alone.
  edited_fields text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (source, source_id)
);
create index places_playgrounds_near on places using gist (location) where type = 'playground' and hidden_at is null;
create index places_restaurants_near on places using gist (location) where type = 'restaurant' and hidden_at is null;
create index places_newest on places (type, id) where hidden_at is null;
create index places_nowhere on places (id) where location is null and hidden_at is null;
create index places_words on places using gin (lower(name || ' ' || coalesce(address, '')) gin_trgm_ops);
create index places_features on places using gin (features);
create index places_creator on places (created_by);

create table place_favorites (
  user_id integer not null references users on delete cascade,
  place_id integer not null references places on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, place_id)
);
create index place_favorites_place on place_favorites (place_id);

create table place_reviews (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  user_id integer not null references users on delete cascade,
  rating integer not null check (rating between 1 and 5),
  text text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (place_id, user_id)
);
create index place_reviews_user on place_reviews (user_id);

create function count_reviews() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update places set rating_sum = rating_sum - old.rating, review_count = review_count - 1 where id = old.place_id;
  end if;
  if tg_op <> 'DELETE' then
    update places set rating_sum = rating_sum + new.rating, review_count = review_count + 1 where id = new.place_id;
  end if;
  return null;
end $$;
create trigger place_reviews_counted after insert or delete or update of rating on place_reviews
  for each row execute function count_reviews();

-- Every edit, so that it can be understood and taken back. `before` and `after` hold the fields that changed.
create table place_revisions (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  edited_by integer references users on delete set null,
  reverts integer references place_revisions on delete set null,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now()
);
create index place_revisions_place on place_revisions (place_id, id);
create index place_revisions_editor on place_revisions (edited_by);
create index place_revisions_reverted on place_revisions (reverts);

create table place_confirmations (
  place_id integer not null references places on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (place_id, user_id)
);
create index place_confirmations_user on place_confirmations (user_id);

-- 'This is not right any more', for a moderator to look at.
create table place_proposals (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  user_id integer references users on delete set null,
  kind text not null check (kind in ('change', 'gone')),
  text text,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index place_proposals_open on place_proposals (place_id, user_id, kind) where closed_at is null;
create index place_proposals_user on place_proposals (user_id);

-- What moderators decided and why; append-only, so it outlives the account.
create table place_decisions (
  id integer generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  moderator_id integer references users on delete set null,
  decision text not null,
  reason text not null,
  created_at timestamptz not null default now()
);
create index place_decisions_place on place_decisions (place_id);
create index place_decisions_moderator on place_decisions (moderator_id);

-- How many places lie in a cell of the map, for each combination of features: 2^zoom cells are as wide as the world.
create table place_cells (
  zoom integer not null,
  type text not null,
  x integer not null,
  y integer not null,
  features integer not null,
  places integer not null,
  -- Sums of Mercator units; divided by the number of places they are the middle of them.
  sum_x bigint not null,
  sum_y bigint not null,
  primary key (zoom, type, x, y, features)
);

-- One statement's changes at once, whatever their number; in the order of the key, so that two writers never wait in a ring.
create function count_cells() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into place_cells as c
      select zoom, type, floor(location[0])::bigint >> (32 - zoom), floor(location[1])::bigint >> (32 - zoom),
             feature_bits(features), count(*), sum(floor(location[0])::bigint), sum(floor(location[1])::bigint)
        from added cross join unnest(array[4, 6, 8, 10, 12, 14]) as zoom
       where hidden_at is null and location is not null
       group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (zoom, type, x, y, features) do update
      set places = c.places + excluded.places, sum_x = c.sum_x + excluded.sum_x, sum_y = c.sum_y + excluded.sum_y;
  elsif tg_op = 'DELETE' then
    insert into place_cells as c
      select zoom, type, floor(location[0])::bigint >> (32 - zoom), floor(location[1])::bigint >> (32 - zoom),
             feature_bits(features), -count(*), -sum(floor(location[0])::bigint), -sum(floor(location[1])::bigint)
        from removed cross join unnest(array[4, 6, 8, 10, 12, 14]) as zoom
       where hidden_at is null and location is not null
       group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (zoom, type, x, y, features) do update
      set places = c.places + excluded.places, sum_x = c.sum_x + excluded.sum_x, sum_y = c.sum_y + excluded.sum_y;
  else
    insert into place_cells as c
      select zoom, type, floor(location[0])::bigint >> (32 - zoom), floor(location[1])::bigint >> (32 - zoom),
             feature_bits(features), sum(sign), sum(sign * floor(location[0])::bigint), sum(sign * floor(location[1])::bigint)
        from (select type, location, features, hidden_at, -1 as sign from removed
              union all select type, location, features, hidden_at, 1 from added) changed
       cross join unnest(array[4, 6, 8, 10, 12, 14]) as zoom
       where hidden_at is null and location is not null
       group by 1, 2, 3, 4, 5
      having sum(sign) <> 0 or sum(sign * floor(location[0])::bigint) <> 0 or sum(sign * floor(location[1])::bigint) <> 0
       order by 1, 2, 3, 4, 5
    on conflict (zoom, type, x, y, features) do update
      set places = c.places + excluded.places, sum_x = c.sum_x + excluded.sum_x, sum_y = c.sum_y + excluded.sum_y;
  end if;
  return null;
end $$;
create trigger places_counted_in after insert on places referencing new table as added
  for each statement execute function count_cells();
create trigger places_counted_out after delete on places referencing old table as removed
  for each statement execute function count_cells();
create trigger places_counted_anew after update on places referencing old table as removed new table as added
  for each statement execute function count_cells();

alter table users add column is_moderator boolean not null default false;

alter table playdates add column place_id integer references places on delete set null;
create index playdates_place on playdates (place_id) where place_id is not null;
