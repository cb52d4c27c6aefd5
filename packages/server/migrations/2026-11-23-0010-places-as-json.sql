-- What every member reads of a place alike, as the beginning of a JSON object: writing it for each reader took longer
-- than finding the place. What differs between readers is added by the statement: a derived name in his language, the
-- reviews he is shown, the distance, and whether he saved it. Null in rows from before, until an hourly job has written
-- them.
alter table places add column shared_json text;

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

create index concurrently if not exists places_unshared on places (id) where shared_json is null;
