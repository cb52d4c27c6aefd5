-- What is known of a playground, as every reader is shown it: { key: { value, source, agreed, at, others } }.
alter table places add column facts jsonb not null default '{}';

-- What open data says of a playground, { key: value }, written by the import alone.
create table place_open_facts (
  place_id integer primary key references places on delete cascade,
  source text not null check (source in ('osm', 'operator')),
  facts jsonb not null,
  at date not null
);

-- Rows from before have no facts and say nothing about them; the statement adds what is missing.
create or replace function shared_json_of(p places) returns text language sql stable return
  concat('{"id":', p.id, ',"type":"', p.type, '","description":', coalesce(to_json(p.description)::text, 'null'),
         ',"address":', coalesce(to_json(p.address)::text, 'null'),
         ',"latitude":', p.latitude, ',"longitude":', p.longitude, ',"features":', array_to_json(p.features),
         ',"imageUrl":', coalesce(to_json(p.image_url)::text, 'null'), ',"source":', to_json(p.source),
         ',"status":"', p.status, '","updatedAt":"',
         to_char(p.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         '","changingTable":', coalesce(to_json(p.changing_table)::text, 'null'),
         case when p.facts <> '{}' then ',"facts":' || p.facts::text end,
         ',"isNameDerived":', case when p.named_after is null then 'false,"name":' || to_json(p.name)::text else 'true' end);
create or replace trigger places_shared before insert or update of name, named_after, type, description, address, latitude,
  longitude, features, changing_table, image_url, source, status, updated_at, facts
  on places for each row execute function share_json();
