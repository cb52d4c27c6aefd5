-- The schema of the first release, by topic. Later migrations are files of their own, named by date and time.

-- ==== Functions of numbers and texts

create extension if not exists pg_trgm;

-- The map ends at 85.05° and at the antimeridian. What lies beyond is counted and shown at its edge, so that the cells
-- of the whole world hold every place.
create function mercator(latitude double precision, longitude double precision) returns point
language sql immutable parallel safe return
  point(least((longitude + 180) / 360 * 4294967296, 4294967295),
        least(greatest((0.5 - ln(tan(pi() / 4 + radians(least(greatest(latitude, -89.9), 89.9)) / 2)) / (2 * pi())) * 4294967296, 0), 4294967295));

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

-- The same as `fold` in the contract, for texts that are searched and compared.
create function folded(t text) returns text language sql immutable parallel safe strict return
  trim(regexp_replace(
    case when octet_length(t) = char_length(t) then lower(translate(t, '''"`', ''))
    else replace(replace(replace(replace(translate(lower(regexp_replace(
      normalize(regexp_replace(t, '[''"`´‘’‚‛“”„ʹʻʼʾʿˈ′‵＇\u00AD\u034F\u061C\u180B-\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFE00-\uFE0F\uFEFF]', '', 'g'), nfkd),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
      'ÆŒØĐÐŁÞøđðłı', 'æœoddlþoddli'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end,
    '[-‐‑‒–—―−\s]+', ' ', 'g'));

-- The zone, or the product's if this database does not know it.
create function known_time_zone(name text) returns text language plpgsql stable as $$
begin
  perform now() at time zone name;
  return name;
exception when invalid_parameter_value then
  return 'Europe/Amsterdam';
end
$$;

-- ==== Accounts

create table users (
  -- Identity columns never give an id twice, not even after a deletion.
  id integer generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  bio text,
  profile_image text,
  phone_number text,
  city text,
  badge text not null default 'Active Dad',
  favorite_locations text[] not null default '{}',
  language text not null default 'nl',
  created_at timestamptz not null default now(),
  is_moderator boolean not null default false,
  -- Whether others see what he has read, and he what others have.
  read_receipts boolean not null default true,
  -- What he shows, and to whom (safety 2 and 3).
  children_visibility text not null default 'contacts' check (children_visibility in ('none', 'contacts', 'members')),
  show_child_names boolean not null default false,
  show_phone boolean not null default false,
  last_name_initial_only boolean not null default false,
  -- In the lists of fathers at all, and as father of the day.
  discoverable boolean not null default true,
  spotlight boolean not null default true,
  messages_from text not null default 'everyone' check (messages_from in ('everyone', 'co', 'nobody')),
  -- What moderators have decided about him (safety S33 to S35).
  hidden_at timestamptz,
  -- 'infinity': until he has appealed.
  suspended_until timestamptz,
  -- No new chats and playdates until a moderator has looked.
  may_not_start boolean not null default false,
  -- Whether `email` is known to be his.
  email_confirmed boolean not null default false,
  -- The address before a change; links for a new password go there until the new one is confirmed.
  reset_email text,
  last_active_at timestamptz not null default now(),
  inactivity_told_at timestamptz,
  -- When he said that he had read how to meet safely (safety S37).
  safe_meeting_seen_at timestamptz,
  -- About where a father lives, when he wants to say it: the middle of a cell of a fixed grid, never where he is. Others
  -- are told how far it is from theirs, in bands (safety S6).
  neighbourhood_latitude double precision,
  neighbourhood_longitude double precision,
  -- To every member; else to those he meets or chats with.
  show_distance boolean not null default false,
  notification_settings jsonb not null default '{"mail": {"nearby": false, "messages": false, "playdates": true, "reminders": true}, "push": {"nearby": false, "messages": true, "playdates": true, "reminders": true}, "timeZone": "Europe/Amsterdam", "quietHours": {"to": "07:00", "from": "21:00"}, "remindBeforeMin": [1440, 120]}',
  -- What usernames and e-mail addresses are compared by (domain/names/name-key.ts). The server writes them, since the
  -- database's own lower() differs from JavaScript's and depends on its locale.
  username_key text,
  email_key text,
  reset_email_key text,
  -- Who may look at the state of the installation; named by the operator's own command.
  is_operator boolean not null default false,
  -- Since when he lives where he says; null: since he registered. Distances are told from where somebody has stood for some
  -- days, so that moving about finds nobody's home (safety S6).
  neighbourhood_since timestamptz,
  -- Whether the ages of his children, as ranges, lead him to fathers who allow the same, and them to him.
  match_ages boolean not null default false,
  -- The half days a father spends with his children, Monday morning in the lowest bit. Others learn at most which of them are
  -- theirs too, and only while the switch is on (safety S6b).
  papa_days integer not null default 0,
  papa_days_visible boolean not null default true,
  -- Which of them count for what he is told of others, when he last changed them, and what limits the next change:
  -- his last changes, and when a weekday last began to count (domain/papa-days).
  papa_days_counting integer not null default 0,
  papa_days_changed timestamptz[] not null default '{}',
  papa_days_opened timestamptz[] not null default '{}',
  -- The account of an organisation that the operator has named: a library, a municipality. Its open hours are shown as its own.
  is_host boolean not null default false,
  -- Whether he wants the app to ask him along to playdates.
  proposals boolean not null default true,
  -- Whether his home is only the centre of a town that he named; null without a home.
  neighbourhood_is_town boolean,
  constraint users_neighbourhood_check check ((neighbourhood_latitude is null) = (neighbourhood_longitude is null)),
  constraint users_neighbourhood_on_earth check (abs(neighbourhood_latitude) <= 90 and abs(neighbourhood_longitude) <= 180)
);
create unique index users_by_email on users (email_key);
create index users_by_reset_email on users (reset_email_key) where reset_email_key is not null;
create unique index users_by_username on users (username_key);
create index users_hidden on users (id) where hidden_at is not null;
create index users_in_town on users (folded(city))
  include (city, id, papa_days, papa_days_visible, last_active_at, suspended_until, show_distance, neighbourhood_latitude, neighbourhood_is_town)
  where discoverable;
create index users_last_active on users (last_active_at);
-- Who lives near, with all that fathers are ordered by: read from the index alone, however many there are in the country.
create index users_near on users (neighbourhood_latitude, neighbourhood_longitude)
  include (id, papa_days, papa_days_visible, last_active_at, suspended_until)
  where show_distance and discoverable;
-- Whose home may be near: by what he says of his neighbourhood, or by the city he names.
create index users_neighbourhood on users (neighbourhood_latitude, neighbourhood_longitude)
  where neighbourhood_latitude is not null;
create index users_positioned on users (neighbourhood_latitude, neighbourhood_longitude)
  include (id, papa_days, papa_days_visible, last_active_at, suspended_until)
  where show_distance and discoverable and neighbourhood_is_town is not true;
create index users_profile_image on users using hash (profile_image) where profile_image is not null;
create index users_show_distance on users (id) where show_distance and neighbourhood_latitude is not null;
create index users_town on users (folded(city)) where city is not null;

create table children (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- The first of the month; an age is derived from it and so never goes stale.
  birth_month date not null,
  position integer not null
);
create index children_user on children (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token: whoever reads this table cannot log in with it.
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table login_failures (
  -- A keyed hash of the name that was typed.
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
create index login_failures_age on login_failures (last_at);

create table mail_tokens (
  -- SHA-256 of what the link holds: whoever reads this table cannot follow it.
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm', 'unsubscribe')),
  -- Where the link went.
  email text not null,
  expires_at timestamptz not null,
  topic text
);
create index mail_tokens_expiry on mail_tokens (expires_at);
create index mail_tokens_user on mail_tokens (user_id);

create table blocks (
  blocker_id integer not null references users on delete cascade,
  blocked_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- A block in either direction: both lose sight of each other.
create function are_blocked(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from blocks where (blocker_id = a and blocked_id = b) or (blocker_id = b and blocked_id = a));

create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  route text not null,
  key text not null,
  created_at timestamptz not null default now(),
  -- The first answer's, and the id or name of what was made.
  status integer not null,
  made text,
  -- A hash: a key used again for something else is refused. Null where what was made is compared itself.
  content text,
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Append-only. No foreign key: the trail outlives the account.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  user_id integer
);
create index audit_at on audit (at);
create index audit_user on audit (user_id, id);

-- Who is gone, so that a restored backup does not bring him back: nothing but numbers, and a keyed hash of the name,
-- which nobody else takes for 35 days (safety S14).
create table erasures (
  user_id integer primary key,
  username_hash text not null,
  erased_at timestamptz not null default now(),
  -- The number alone does not say which account it was: after a restore the same number can be given to somebody else.
  registered_at timestamptz
);
create index erasures_username on erasures (username_hash);

-- ==== Places

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
  location point generated always as (case when ((latitude = 0) and (longitude = 0)) then null else mercator(latitude, longitude) end) stored,
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
  -- The area a place came with, by the first import of that area: what is missing is only looked for in the same one.
  import_area integer references import_runs on delete set null,
  -- What every member reads of a place alike, as the beginning of a JSON object: writing it for each reader took longer
  -- than finding the place. What differs between readers is added by the statement: a derived name in his language, the
  -- reviews he is shown, the distance, and whether he saved it.
  shared_json text,
  -- Playgrounds with a roof, as open data says.
  indoor boolean not null default false,
  -- What open data says of a place where fathers may have corrected it: features and position, as the last import read them.
  source_facts jsonb,
  -- What members have changed of a place, with the values before, since it was last certain; and when.
  unsettled jsonb not null default '{}',
  changed_at timestamptz,
  -- Since when a moderator has taken a place down. One that members or an import hide stays on playdates as it was planned.
  taken_down_at timestamptz,
  unique (source, source_id),
  constraint places_latitude_step check (latitude = 0 or abs(latitude) >= 0.0000001),
  constraint places_longitude_step check (longitude = 0 or abs(longitude) >= 0.0000001)
);
create index places_creator on places (created_by);
create index places_dry on places using gist (location) where (hidden_at is null) and (indoor or ('playCorner' = any (features)));
create index places_features on places using gin (features);
create index places_folded on places using gin (folded(((name || ' ') || coalesce(address, ''))) gin_trgm_ops);
create index places_image_url on places using hash (image_url) where image_url is not null;
create index places_import_area on places (import_area) where import_area is not null;
create index places_newest on places (type, id) where hidden_at is null;
create index places_nowhere on places (id) where location is null and hidden_at is null;
create index places_playgrounds_near on places using gist (location) where type = 'playground' and hidden_at is null;
create index places_restaurants_near on places using gist (location) where type = 'restaurant' and hidden_at is null;
create index places_to_review on places (created_at, id) where status = 'new' and source = 'user' and hidden_at is null;

create function shared_json_of(p places) returns text language sql stable return
  concat('{"id":', p.id, ',"type":"', p.type, '","description":', coalesce(to_json(p.description)::text, 'null'),
         ',"address":', coalesce(to_json(p.address)::text, 'null'),
         ',"latitude":', p.latitude, ',"longitude":', p.longitude, ',"features":', array_to_json(p.features),
         ',"imageUrl":', coalesce(to_json(p.image_url)::text, 'null'), ',"source":', to_json(p.source),
         ',"status":"', p.status, '","updatedAt":"',
         to_char(p.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         '","changingTable":', coalesce(to_json(p.changing_table)::text, 'null'),
         ',"isNameDerived":', case when p.named_after is null then 'false,"name":' || to_json(p.name)::text else 'true' end);

create function share_json() returns trigger language plpgsql as $$
begin
  new.shared_json := shared_json_of(new);
  return new;
end $$;
create trigger places_shared before insert or update of name, named_after, type, description, address, latitude,
  longitude, features, changing_table, image_url, source, status, updated_at
  on places for each row execute function share_json();

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
  id bigint generated always as identity primary key,
  place_id integer not null references places on delete cascade,
  edited_by integer references users on delete set null,
  reverts bigint references place_revisions on delete set null,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default now(),
  -- An edit of a new account that waits for a second member.
  waits boolean not null default false
);
create index place_revisions_editor on place_revisions (edited_by);
create index place_revisions_place on place_revisions (place_id, id);
create index place_revisions_reverted on place_revisions (reverts);
create index place_revisions_waiting on place_revisions (created_at) where waits;

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
  created_at timestamptz not null default now(),
  -- Whoever added a place is told what was decided about it, by which rule, and whether a person did it (safety S34).
  rule text,
  is_automatic boolean not null default false
);
create index place_decisions_moderator on place_decisions (moderator_id);
create index place_decisions_place on place_decisions (place_id);

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
create trigger places_counted_anew after update on places referencing old table as removed new table as added
  for each statement execute function count_cells();
create trigger places_counted_in after insert on places referencing new table as added
  for each statement execute function count_cells();
create trigger places_counted_out after delete on places referencing old table as removed
  for each statement execute function count_cells();

-- The forecast of each cell of 0.1° with a playdate, for all nodes: `hours` is null until there is one. Whoever moves
-- `ask_again_at` ahead asks.
create table forecasts (
  cell_latitude smallint not null,
  cell_longitude smallint not null,
  source text not null,
  hours jsonb,
  asked_at timestamptz,
  ask_again_at timestamptz not null,
  primary key (cell_latitude, cell_longitude, source)
);
create index forecasts_by_age on forecasts (ask_again_at);

-- ==== Pictures

-- The mark of the folder or bucket that holds this database's pictures; written by the first node that starts.
create table picture_store (
  is_only boolean primary key default true check (is_only),
  mark text not null
);

create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}\.webp$'),
  -- Null: uploaded by a visitor and not yet claimed by a registration, or its owner is gone.
  owner_id integer references users on delete set null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index pictures_owner on pictures (owner_id);

-- Pictures out of sight, and whose they were, so that they can come back. Without bytes: it lies elsewhere.
create table held_pictures (
  id integer generated always as identity primary key,
  address text not null,
  user_id integer references users on delete set null,
  place_id integer references places on delete cascade,
  owner_id integer,
  held_at timestamptz not null default now()
);
create index held_pictures_address on held_pictures (address);
create index held_pictures_place on held_pictures (place_id);
create index held_pictures_user on held_pictures (user_id);

-- A copy of each picture somebody reported, as long as its reports are kept: replacing it, or going, is no way out.
create table reported_pictures (
  address text primary key,
  picture bytea not null
);

-- What moderators removed does not come back: SHA-256 of the picture as it was kept.
create table removed_pictures (
  hash text primary key,
  removed_at timestamptz not null default now()
);

-- ==== Playdates

-- Playdates that repeat: the rule, and the description of dates that do not exist yet.
create table series (
  id integer generated always as identity primary key,
  creator_id integer not null references users on delete cascade,
  every text not null check (every in ('week', 'twoWeeks', 'monthByWeekday')),
  -- The date with this number is on this day; all others follow from it. Hours are those of the product's time zone.
  anchor_slot integer not null default 0,
  anchor_date date not null,
  start_at time(3) not null,
  end_at time(3) not null,
  end_days smallint not null default 0 check (end_days >= 0),
  -- The last day on which a date may be.
  until date not null,
  -- No date is made on these days.
  pauses datemultirange not null default '{}',
  -- Dates that were deleted and do not come back.
  left_out integer[] not null default '{}',
  -- When the next date is to be made; null when there is none before its creator changes something.
  makes_at timestamptz,
  -- It makes no more dates, unless its creator renews it.
  ended_at timestamptz,
  title text not null,
  description text,
  location text not null,
  location_visibility text not null default 'public' check (location_visibility in ('public', 'participants')),
  area text,
  place_id integer references places on delete set null,
  grid_latitude double precision,
  grid_longitude double precision,
  max_participants integer not null check (max_participants between 1 and 50),
  minimum_fathers smallint check (minimum_fathers between 2 and 50),
  -- The children its creator brings.
  children integer not null default 0 check (children between 0 and 49),
  created_at timestamptz not null default now(),
  kind text not null default 'playdate',
  place_name text,
  place_latitude double precision,
  place_longitude double precision,
  time_zone text not null default 'Europe/Amsterdam'
);
create index series_creator on series (creator_id);
create index series_due on series (makes_at) where makes_at is not null;
create index series_place on series (place_id) where place_id is not null;

-- Who has a standing place in a series, and brings how many children.
create table series_regulars (
  series_id integer not null references series on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0 check (children between 0 and 49),
  -- How often in a row he did not answer.
  missed smallint not null default 0,
  -- The clock, not the transaction's start: who came first.
  since timestamptz not null default clock_timestamp(),
  primary key (series_id, user_id)
);
create index series_regulars_user on series_regulars (user_id);

create table playdates (
  id integer generated always as identity primary key,
  creator_id integer not null references users on delete cascade,
  title text not null,
  description text,
  location text not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  max_participants integer not null check (max_participants between 1 and 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  place_id integer references places on delete set null,
  hidden_at timestamptz,
  -- Who sees where a playdate is, and what the others get: a free text, and a point of a fixed grid. The point is kept
  -- as it was written, so that asking again never tells more (safety S5).
  location_visibility text not null default 'public' check (location_visibility in ('public', 'participants')),
  area text,
  grid_latitude double precision,
  grid_longitude double precision,
  -- Where a playdate lies for everybody who may see it: its place, or the grid point that stands for an address kept for
  -- who comes. Null where nobody knows. Kept here so that one index finds what is near and still to come.
  spot_latitude double precision,
  spot_longitude double precision,
  sequence integer not null default 0,
  cancelled_at timestamptz,
  cancel_reason text,
  cancel_reason_kind text check (cancel_reason_kind in ('illChild', 'weather', 'work', 'other')),
  -- Until when the creator can take the cancellation back; null when it was not his.
  undo_until timestamptz,
  -- How often its creator has undone a cancellation of this playdate.
  undos smallint not null default 0,
  series_id integer references series on delete set null,
  -- Which of the series' dates this is; it stays when the date is moved.
  slot integer,
  -- Cancelled because the series pauses on its day.
  is_paused boolean not null default false,
  -- With fewer fathers its creator is asked a day before, and says whether it goes on.
  minimum_fathers smallint,
  goes_on boolean not null default false,
  -- Whether these links show the address of a home.
  parents_see_address boolean not null default false,
  -- An open hour is a playdate at a public place without heads and without joining: whoever likes comes by.
  kind text not null default 'playdate',
  -- A playdate stays where its creator planned it, whatever becomes of the place.
  place_name text,
  place_latitude double precision,
  place_longitude double precision,
  -- It had begun when it was planned or moved to that time, so it tells nothing of who has met.
  is_backdated boolean not null default false,
  -- Cancelled by a move after which nothing of it was to come.
  is_moved_away boolean not null default false,
  -- The clock of the place: a series keeps its hours there, and a day ends there.
  time_zone text not null default 'Europe/Amsterdam',
  -- When it was last moved to another start or to an earlier end: who has a seat may not have known in time.
  moved_at timestamptz,
  check (end_time > start_time),
  constraint playdates_grid_on_earth check (abs(grid_latitude) <= 90 and abs(grid_longitude) <= 180)
);
create index playdates_cancelled on playdates (cancelled_at) where cancelled_at is not null;
create index playdates_creator on playdates (creator_id);
create index playdates_near on playdates using gist (point(spot_longitude, spot_latitude), tstzrange(start_time, end_time))
  where spot_latitude is not null;
create index playdates_place on playdates (place_id) where place_id is not null;
create unique index playdates_slot on playdates (series_id, slot) where series_id is not null;
create index playdates_span on playdates using gist (tstzrange(start_time, end_time));
create index playdates_start on playdates (start_time, id);
create index playdates_without_spot on playdates (start_time, id) where spot_latitude is null;

create function playdate_spot() returns trigger language plpgsql as $$
begin
  if new.location_visibility = 'participants' then
    new.spot_latitude := new.grid_latitude;
    new.spot_longitude := new.grid_longitude;
  elsif exists (select from places where id = new.place_id and taken_down_at is null) then
    new.spot_latitude := new.place_latitude;
    new.spot_longitude := new.place_longitude;
  else
    new.spot_latitude := null;
    new.spot_longitude := null;
  end if;
  return new;
end $$;
create trigger playdate_spot before insert or update of place_id, location_visibility, grid_latitude, grid_longitude
  on playdates for each row execute function playdate_spot();

-- A place that moves or goes out of sight takes its playdates along.
create function place_moves_playdates() returns trigger language plpgsql as $$
begin
  update playdates set place_id = place_id where place_id = new.id;
  return null;
end $$;
create trigger place_moves_playdates after update on places for each row
  when ((old.latitude, old.longitude, old.hidden_at) is distinct from (new.latitude, new.longitude, new.hidden_at))
  execute function place_moves_playdates();
create trigger place_taken_down after update of taken_down_at on places for each row
  when (old.taken_down_at is distinct from new.taken_down_at) execute function place_moves_playdates();

create table participants (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  -- Children who come along; each takes a place too.
  children integer not null default 0 check (children between 0 and 49),
  -- The clock, not the transaction's start: the order of joining is the order in which the lock was held.
  joined_at timestamptz not null default clock_timestamp(),
  -- When a place came from the waiting list, until its father has confirmed it by joining himself.
  moved_up_at timestamptz,
  -- A seat of a regular who has not said yet that he comes.
  is_confirmed boolean not null default true,
  primary key (playdate_id, user_id)
);
create index participants_user on participants (user_id);

-- Fathers who wait for a place on a playdate.
create table waiting (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0 check (children between 0 and 49),
  -- Their order; a number, since two may come within the clock's smallest step.
  turn bigint generated always as identity,
  since timestamptz not null default now(),
  -- How many places were free when he was last considered: he is told again only of more.
  free_then integer not null default 0,
  -- A standing place has put him on the waiting list of a full date; it goes with the standing place, until he waits himself.
  by_standing boolean not null default false,
  primary key (playdate_id, user_id)
);
create index waiting_user on waiting (user_id);

-- Who was asked along to a playdate in a chat, and hears when it is moved or cancelled until he has joined.
create table asked (
  playdate_id integer not null references playdates on delete cascade,
  user_id integer not null references users on delete cascade,
  asked_by integer not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  primary key (playdate_id, user_id, asked_by)
);
create index asked_by on asked (asked_by);
create index asked_user on asked (user_id);

create table invitations (
  id integer generated always as identity primary key,
  playdate_id integer not null references playdates on delete cascade,
  created_by integer not null references users on delete cascade,
  -- The link's token is made from this and the server's secret, so that asking again gives the same one.
  salt text not null,
  token_hash bytea not null unique,
  shows_name boolean not null default false,
  created_at timestamptz not null default now(),
  -- Null where the creator has not chosen: title and name are shown at a public place, and not at a home. With
  -- `shows_name` the father who invites is named.
  says_what boolean,
  unique (playdate_id, created_by)
);
create index invitations_creator on invitations (created_by);

-- A participant's link for the other parent. It ends with his seat; the token is made from `salt` and the server's secret.
create table parent_links (
  playdate_id integer not null,
  user_id integer not null references users on delete cascade,
  salt text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  primary key (playdate_id, user_id),
  foreign key (playdate_id, user_id) references participants(playdate_id, user_id) on delete cascade
);
create index parent_links_user on parent_links (user_id);

-- Whoever is hidden or suspended has none afterwards either.
create function end_parent_links() returns trigger language plpgsql as $$
begin
  delete from parent_links where user_id = new.id;
  return null;
end $$;
create trigger users_parent_links after update of hidden_at, suspended_until on users for each row
  when (new.hidden_at is not null or new.suspended_until is not null) execute function end_parent_links();

-- Which of several times suits everybody; one of them becomes a playdate. A proposal is a poll with one time that the app
-- asks: it has no asker, no title (its playdate has one in the language of whoever creates it) and no link.
create table polls (
  id integer generated always as identity primary key,
  creator_id integer references users on delete cascade,
  title text,
  location text not null,
  location_visibility text not null check (location_visibility in ('public', 'participants')),
  area text,
  place_id integer references places on delete set null,
  max_participants integer not null,
  -- The link's token is made from this and the server's secret, as an invitation's.
  salt text,
  token_hash bytea unique,
  -- When no playdate can be planned at any of its times any more.
  ends_at timestamptz not null,
  chosen_time_id integer,
  playdate_id integer references playdates on delete set null,
  created_at timestamptz not null default now(),
  description text,
  place_name text,
  place_latitude double precision,
  place_longitude double precision,
  -- Of a proposal: the address of its place as it was.
  place_address text,
  constraint polls_asker check (num_nonnulls(creator_id, title, salt, token_hash) in (0, 4))
);
create index polls_creator on polls (creator_id);
create index polls_end on polls (ends_at);
create index polls_place on polls (place_id);
create index polls_playdate on polls (playdate_id);
create index polls_proposed on polls (created_at) where creator_id is null;

create table poll_times (
  id integer generated always as identity primary key,
  poll_id integer not null references polls on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  unique (poll_id, start_time, end_time)
);

-- Who is asked by name, or has answered by the link.
create table poll_fathers (
  poll_id integer not null references polls on delete cascade,
  user_id integer not null references users on delete cascade,
  children integer not null default 0,
  answered_at timestamptz,
  primary key (poll_id, user_id)
);
create index poll_fathers_user on poll_fathers (user_id);

create table poll_answers (
  poll_time_id integer not null references poll_times on delete cascade,
  user_id integer not null references users on delete cascade,
  answer text not null check (answer in ('yes', 'maybe', 'no')),
  primary key (poll_time_id, user_id)
);
create index poll_answers_user on poll_answers (user_id);

create function keep_place() returns trigger language plpgsql as $$
begin
  if new.place_id is null then
    new.place_name := null;
    new.place_latitude := null;
    new.place_longitude := null;
  elsif new.place_name is null or tg_op = 'UPDATE' and new.place_id is distinct from old.place_id then
    select name, case when location is not null then latitude end, case when location is not null then longitude end
      into new.place_name, new.place_latitude, new.place_longitude from places where id = new.place_id;
  end if;
  return new;
end $$;
create trigger playdate_place before insert or update of place_id on playdates for each row execute function keep_place();
create trigger poll_place before insert or update of place_id on polls for each row execute function keep_place();

-- The weeks in which neighbourhoods have been looked through: one node does so, once.
create table proposal_rounds (
  week date primary key,
  begun_at timestamptz not null default now()
);

-- ==== Chats

-- Members and senders are numbers without a foreign key: what somebody wrote stays for its readers until its week is
-- over, even if his account is gone, and a number alone says nothing about anybody.
create table chats (
  id integer generated always as identity primary key,
  -- The pair, the smaller number first.
  first_member integer not null,
  second_member integer not null,
  -- Who wrote as a stranger and has not been answered yet.
  requested_by integer,
  -- The number of the last message; given under the row's lock, so numbers have no gaps.
  last_seq integer not null default 0,
  active_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- The playdate of a thread, which has minus the playdate's number and 0 in place of the pair: no user has either.
  playdate_id integer references playdates on delete cascade,
  unique (first_member, second_member),
  check (first_member < second_member)
);
create index chats_playdate on chats (playdate_id) where playdate_id is not null;

create table memberships (
  chat_id integer not null,
  user_id integer not null,
  read_seq integer not null default 0,
  delivered_seq integer not null default 0,
  -- Whom a stranger wrote to may say "not now": the request leaves his list.
  put_off boolean not null default false,
  -- He came after this message: those before were not written to him.
  since_seq integer not null default 0,
  primary key (chat_id, user_id),
  constraint chat_members_chat_id_fkey foreign key (chat_id) references chats(id) on delete cascade
);
create index memberships_user on memberships (user_id);

create table messages (
  chat_id integer not null,
  seq integer not null,
  id bigint generated always as identity,
  sender_id integer not null,
  client_id uuid,
  content text not null,
  sent_at timestamptz(3) not null,
  hidden_at timestamptz,
  announcement boolean not null default false,
  -- The playdate to which a message asked its readers along: repeating the message asks them to no other.
  asks_to integer,
  primary key (chat_id, seq)
);
-- Finds a client id among all of its sender's messages, and keeps it unique in a chat. It contains the chat, so that
-- messages can be divided by chat one day.
create unique index messages_client_in_chat on messages (sender_id, client_id, chat_id) where client_id is not null;
create index messages_number on messages (id);
create index messages_sent on messages (sent_at);

-- Whoever takes or frees a seat comes into the thread or loses it in the same transaction. It waits for the message that
-- is being stored, which is still for those who were on the playdate.
create function follow_seats() returns trigger language plpgsql as $$
begin
  perform from chats c where c.playdate_id in (select playdate_id from seats) order by c.id for update;
  if tg_op = 'INSERT' then
    insert into memberships (chat_id, user_id, since_seq, read_seq)
      select c.id, s.user_id, c.last_seq, c.last_seq from seats s join chats c on c.playdate_id = s.playdate_id
    on conflict do nothing;
  else
    delete from memberships t using seats s, chats c
     where c.playdate_id = s.playdate_id and t.chat_id = c.id and t.user_id = s.user_id;
  end if;
  return null;
end $$;
create trigger seats_freed after delete on participants
  referencing old table as seats for each statement execute function follow_seats();
create trigger seats_taken after insert on participants
  referencing new table as seats for each statement execute function follow_seats();

-- Who is in a thread and came before this message, without those who do not see its sender or the playdate's creator.
-- Volatile, so that it reads anew in a statement that has waited for the thread's row.
create function thread_hearers(thread integer, sender integer, seq integer) returns integer[] language plpgsql volatile as $$
declare
  creator integer;
  unseen integer[];
begin
  select p.creator_id into creator from chats c join playdates p on p.id = c.playdate_id where c.id = thread;
  unseen := array(select blocked_id from blocks where blocker_id in (sender, creator)
                  union all select blocker_id from blocks where blocked_id in (sender, creator));
  return array(select t.user_id from memberships t
                where t.chat_id = thread and t.since_seq < seq and t.user_id <> all (unseen));
end $$;

-- A cancelled playdate brings nobody together.
create function are_co(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from participants x
            join participants y on y.playdate_id = x.playdate_id and y.user_id = b
            join playdates p on p.id = x.playdate_id and p.end_time > now() - interval '7 days' and p.cancelled_at is null
           where x.user_id = a);

-- Partners in a chat that both have written in.
create function are_chatting(a integer, b integer) returns boolean language sql stable parallel safe return
  exists (select from chats c
           where c.first_member = least(a, b) and c.second_member = greatest(a, b) and c.requested_by is null
             and exists (select from messages m where m.chat_id = c.id and m.sender_id = a)
             and exists (select from messages m where m.chat_id = c.id and m.sender_id = b));

-- How often a member has asked a father who does not know him, until that one answers: deleted questions count too.
create table stranger_questions (
  asker_id integer not null references users on delete cascade,
  reader_id integer not null references users on delete cascade,
  asked integer not null,
  primary key (asker_id, reader_id)
);
create index stranger_questions_reader on stranger_questions (reader_id);

-- How often he has asked one of these fathers, who do not know him, in polls; read anew by each call, after a wait for a lock.
create function questions_asked(asker integer, readers integer[]) returns integer language plpgsql volatile as $$
begin
  return coalesce((select max(q.asked) from stranger_questions q where q.asker_id = asker and q.reader_id = any(readers)), 0);
end $$;

-- ==== What is told

-- What somebody was told: the kind of thing, and what its sentence needs.
create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Who did what somebody is told of; named where it is read, as long as the reader may know.
  actor_id integer references users on delete cascade
);
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_age on notifications (created_at);
create index notifications_of on notifications (user_id, id desc);
create index notifications_playdate on notifications (((details -> 'playdateId'))) where (details -> 'playdateId') is not null;
create index notifications_poll on notifications (((details -> 'pollId'))) where (details -> 'pollId') is not null;
create index notifications_proposal on notifications (((details -> 'proposalId'))) where (details -> 'proposalId') is not null;

-- What is sent or happens later. A row is written in the transaction of the change it belongs to, and goes when it is
-- done. A worker that takes a row moves `due_at` ahead: should the worker die, the row is due again.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id integer references users on delete cascade,
  playdate_id integer references playdates on delete cascade,
  payload jsonb not null default '{}',
  due_at timestamptz not null default now(),
  -- The same thing is not written twice while it waits.
  dedupe_key text unique,
  attempts integer not null default 0,
  -- Whose doing a row is, so that nobody's many rows delay those of others; null for the server's own.
  causer text
);
create index outbox_due on outbox (due_at, id);
create index outbox_playdate on outbox (playdate_id) where playdate_id is not null;
create index outbox_user on outbox (user_id) where user_id is not null;

create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- Logging out ends it; a session that merely expires does not, since the column is emptied before.
  session_id bigint references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text,
  created_at timestamptz not null default now(),
  last_sent_at timestamptz,
  -- The push service failed last time: nothing is tried before then.
  retry_at timestamptz
);
create index push_subscriptions_session on push_subscriptions (session_id);
create index push_subscriptions_user on push_subscriptions (user_id, id);

create table calendar_feeds (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  variant text not null check (variant in ('full', 'busy')),
  shows_home_address boolean not null default false,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user on calendar_feeds (user_id, id);

-- ==== Reports

create table moderation_decisions (
  id integer generated always as identity primary key,
  target_type text not null,
  target_id text not null,
  -- Whom it concerns: null where nobody is known, or his account is gone.
  subject_id integer references users on delete set null,
  moderator_id integer references users on delete set null,
  is_automatic boolean not null default false,
  decision text not null,
  reason text not null,
  rule text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- Whom the reports were about. Unlike subject_id also where he is told nothing: a dismissal stays unknown to him.
  reported_id integer references users on delete set null,
  -- When a suspension was taken back.
  lifted_at timestamptz
);
create index moderation_decisions_moderator on moderation_decisions (moderator_id);
create index moderation_decisions_reported on moderation_decisions (reported_id);
create index moderation_decisions_subject on moderation_decisions (subject_id);
create index moderation_decisions_target on moderation_decisions (target_type, target_id, id);

create table reports (
  id integer generated always as identity primary key,
  -- Null: a visitor, or his account is gone.
  reporter_id integer references users on delete set null,
  contact_name text,
  contact_email text,
  target_type text not null check (target_type in ('user', 'message', 'chat', 'playdate', 'poll', 'departure', 'place', 'photo')),
  -- An id, or a picture's address.
  target_id text not null,
  subject_id integer references users on delete set null,
  -- They were on a playdate together or had both written to each other, at that moment.
  had_contact boolean not null default false,
  reason text not null,
  text text,
  -- What it was about, as it was then; null when there was no such thing.
  evidence jsonb,
  decision_id integer references moderation_decisions on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index reports_closed on reports (closed_at, id) where closed_at is not null;
create index reports_decision on reports (decision_id);
create unique index reports_open on reports (reporter_id, target_type, target_id) where closed_at is null;
create index reports_open_items on reports (target_type, target_id, subject_id) where closed_at is null;
create index reports_reporter on reports (reporter_id, id);
create index reports_subject on reports (subject_id);
create index reports_target on reports (target_type, target_id);

-- Who could read a text and then lost it.
create table received (
  target_type text not null,
  target_id bigint not null,
  user_id integer not null,
  -- Of a chat: from the message after this one up to and with the other.
  since_seq integer not null default 0,
  until_seq integer,
  -- Of a playdate: it was cancelled by then, and he was told why.
  had_reason boolean not null default false,
  lost_at timestamptz not null default now(),
  primary key (target_type, target_id, user_id, since_seq)
);
create index received_lost on received (lost_at);
create index received_user on received (user_id);

-- Deleted texts that somebody has received, for reports alone; without the address of a home.
create table kept_texts (
  target_type text not null,
  target_id bigint not null,
  subject_id integer not null,
  evidence jsonb not null,
  -- Why it was cancelled, for those who were told.
  reason text,
  kept_until timestamptz not null,
  primary key (target_type, target_id)
);
create index kept_texts_until on kept_texts (kept_until);

create function note_received_playdates() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id, had_reason)
    select distinct 'playdate', p.id, l.user_id, tg_table_name = 'participants' and p.cancelled_at is not null
      from lost l join playdates p on p.id = l.playdate_id where p.creator_id <> l.user_id order by 2, 3
  on conflict (target_type, target_id, user_id, since_seq)
    do update set lost_at = now(), had_reason = received.had_reason or excluded.had_reason;
  return null;
end $$;
create trigger asked_received after delete on asked
  referencing old table as lost for each statement execute function note_received_playdates();
create trigger participants_received after delete on participants
  referencing old table as lost for each statement execute function note_received_playdates();
create trigger waiting_received after delete on waiting
  referencing old table as lost for each statement execute function note_received_playdates();

create function note_received_open_hours() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id)
    select 'playdate', p.id, l.user_id
      from lost l join playdates p on p.series_id = l.series_id and p.kind = 'open' and p.end_time > now()
     where p.creator_id <> l.user_id order by 2, 3
  on conflict (target_type, target_id, user_id, since_seq) do update set lost_at = now();
  return null;
end $$;
create trigger series_regulars_received after delete on series_regulars
  referencing old table as lost for each statement execute function note_received_open_hours();

-- The messages of a thread stay until their retention; those of a pair have expired before it goes.
create function note_received_messages() returns trigger language plpgsql as $$
begin
  insert into received (target_type, target_id, user_id, since_seq, until_seq)
    select 'chat', l.chat_id, l.user_id, l.since_seq, m.last_seq
      from lost l
      join lateral (select max(m.seq) as last_seq from messages m where m.chat_id = l.chat_id and m.seq > l.since_seq) m
        on m.last_seq is not null
     order by 2, 3
  on conflict do nothing;
  return null;
end $$;
create trigger memberships_received after delete on memberships
  referencing old table as lost for each statement execute function note_received_messages();

create function keep_playdate() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days',
    case when old.cancelled_at is null or old.is_moved_away then old.end_time + interval '12 months'
         else greatest(old.cancelled_at, old.end_time) + interval '30 days' end);
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id, had_reason)
    select 'playdate', old.id, x.user_id, bool_or(x.had_reason)
      from (select user_id, old.cancelled_at is not null as had_reason from participants where playdate_id = old.id
            union all select user_id, false from waiting where playdate_id = old.id
            union all select user_id, false from asked where playdate_id = old.id
            union all select user_id, false from series_regulars where series_id = old.series_id and old.kind = 'open') x
     where x.user_id <> old.creator_id group by x.user_id order by 3
  on conflict (target_type, target_id, user_id, since_seq)
    do update set lost_at = now(), had_reason = received.had_reason or excluded.had_reason;
  insert into kept_texts (target_type, target_id, subject_id, evidence, reason, kept_until)
    select 'playdate', old.id, old.creator_id,
           jsonb_build_object('name', old.title, 'text', old.description,
             'where', case when old.location_visibility = 'public' then old.location else old.area end,
             'startTime', to_char(old.start_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
           old.cancel_reason, kept
     where exists (select from received r where r.target_type = 'playdate' and r.target_id = old.id)
  on conflict do nothing;
  return old;
end $$;
create trigger playdates_kept before delete on playdates for each row execute function keep_playdate();

create function keep_poll() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days', old.ends_at + interval '7 days');
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id)
    select 'poll', old.id, f.user_id from poll_fathers f where f.poll_id = old.id order by 3
  on conflict do nothing;
  insert into kept_texts (target_type, target_id, subject_id, evidence, kept_until)
    select 'poll', old.id, old.creator_id,
           jsonb_build_object('name', old.title, 'text', old.description,
             'where', case when old.location_visibility = 'public' then old.location else old.area end,
             'startTime', (select to_char(min(t.start_time) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                             from poll_times t where t.poll_id = old.id)),
           kept
     where exists (select from received r where r.target_type = 'poll' and r.target_id = old.id)
  on conflict do nothing;
  return old;
end $$;
-- What is kept of deleted texts is what members wrote.
create trigger polls_kept before delete on polls for each row when (old.creator_id is not null) execute function keep_poll();

-- A father's sentence as he left a playdate.
create function keep_departure() returns trigger language plpgsql as $$
declare
  kept timestamptz := least(now() + interval '30 days', old.created_at + interval '3 months');
begin
  if kept <= now() then return old; end if;
  insert into received (target_type, target_id, user_id) values ('departure', old.id, old.user_id) on conflict do nothing;
  insert into kept_texts (target_type, target_id, subject_id, evidence, kept_until)
    values ('departure', old.id, old.actor_id,
            jsonb_build_object('name', old.details -> 'title', 'text', old.details -> 'message',
                               'startTime', old.details -> 'startTime'), kept)
  on conflict do nothing;
  return old;
end $$;
create trigger notifications_kept before delete on notifications for each row
  when (old.kind = 'playdate.left' and old.details ? 'message' and old.actor_id is not null)
  execute function keep_departure();

-- ==== Nodes

-- Who serves this database, and in which version: what removes something waits until no older node is left.
create table nodes (
  id uuid primary key,
  version text not null,
  -- The last migration that the node's version knows.
  knows text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
