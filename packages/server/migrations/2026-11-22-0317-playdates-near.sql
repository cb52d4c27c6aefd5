-- Where a playdate lies for everybody who may see it: its place, or the grid point that stands for an address kept for
-- who comes. Null where nobody knows. Kept here so that one index finds what is near and still to come.
alter table playdates
  add column spot_latitude double precision,
  add column spot_longitude double precision;

create function playdate_spot() returns trigger language plpgsql as $$
begin
  if new.location_visibility = 'participants' then
    new.spot_latitude := new.grid_latitude;
    new.spot_longitude := new.grid_longitude;
  else
    select latitude, longitude into new.spot_latitude, new.spot_longitude
      from places where id = new.place_id and location is not null and hidden_at is null;
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

update playdates set place_id = place_id where place_id is not null or grid_latitude is not null;

create index playdates_near on playdates using gist (point(spot_longitude, spot_latitude), tstzrange(start_time, end_time))
  where spot_latitude is not null;
-- Whose home may be near: by what he says of his neighbourhood, or by the city he names.
create index users_neighbourhood on users (neighbourhood_latitude, neighbourhood_longitude)
  where neighbourhood_latitude is not null;
create index users_city on users (lower(trim(city))) where city is not null;
