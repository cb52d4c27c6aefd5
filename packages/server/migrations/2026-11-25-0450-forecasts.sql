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

-- Playgrounds with a roof, as open data says.
alter table places add column indoor boolean not null default false;
update places set indoor = true
 where type = 'playground' and source_tags is not null
   and (source_tags ->> 'leisure' = 'indoor_play' or source_tags ->> 'location' = 'indoor'
        or source_tags ->> 'indoor' in ('yes', 'room', 'area'));
create index concurrently if not exists places_dry on places using gist (location)
 where hidden_at is null and (indoor or 'playCorner' = any(features));
