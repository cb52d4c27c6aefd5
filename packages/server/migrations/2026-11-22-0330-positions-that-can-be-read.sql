-- A centimetre is exact enough. Tiny numbers (1e-200) made every distance to them fail: PostgreSQL refuses an underflow.
update places set latitude = round(latitude::numeric, 7)::float8, longitude = round(longitude::numeric, 7)::float8
 where latitude <> round(latitude::numeric, 7)::float8 or longitude <> round(longitude::numeric, 7)::float8;
alter table places
  add constraint places_latitude_step check (latitude = 0 or abs(latitude) >= 1e-7),
  add constraint places_longitude_step check (longitude = 0 or abs(longitude) >= 1e-7);

-- What an undo brings back.
update place_revisions set
  before = before || jsonb_build_object('latitude', trim_scale(round((before ->> 'latitude')::numeric, 7)))
 where before ? 'latitude';
update place_revisions set
  before = before || jsonb_build_object('longitude', trim_scale(round((before ->> 'longitude')::numeric, 7)))
 where before ? 'longitude';

-- The grid's last cells ended beyond the poles and the antimeridian.
update playdates set grid_latitude = greatest(-90, least(90, grid_latitude)),
       grid_longitude = grid_longitude - 360 * sign(grid_longitude) * (abs(grid_longitude) > 180)::integer
 where abs(grid_latitude) > 90 or abs(grid_longitude) > 180;
alter table playdates
  add constraint playdates_grid_on_earth check (abs(grid_latitude) <= 90 and abs(grid_longitude) <= 180);
update users set neighbourhood_latitude = greatest(-90, least(90, neighbourhood_latitude)),
       neighbourhood_longitude =
         neighbourhood_longitude - 360 * sign(neighbourhood_longitude) * (abs(neighbourhood_longitude) > 180)::integer
 where abs(neighbourhood_latitude) > 90 or abs(neighbourhood_longitude) > 180;
alter table users
  add constraint users_neighbourhood_on_earth check (abs(neighbourhood_latitude) <= 90 and abs(neighbourhood_longitude) <= 180);
