-- The map ends at 85.05° and at the antimeridian. What lies beyond is counted and shown at its edge, so that the cells
-- of the whole world hold every place.
create or replace function mercator(latitude double precision, longitude double precision) returns point
language sql immutable parallel safe return
  point(least((longitude + 180) / 360 * 4294967296, 4294967295),
        least(greatest((0.5 - ln(tan(pi() / 4 + radians(least(greatest(latitude, -89.9), 89.9)) / 2)) / (2 * pi())) * 4294967296, 0), 4294967295));

-- Their stored positions are made anew; the counts follow by the trigger.
update places set latitude = latitude where longitude = 180 or abs(latitude) > 85;
