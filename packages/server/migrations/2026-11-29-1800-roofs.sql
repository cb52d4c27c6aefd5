-- Places under a roof, by what is known of them; `places_dry` serves nodes of 1.0.0.
create index concurrently if not exists places_roofed on places using gist (location)
  where hidden_at is null and (fits @> '''indoor:yes'''::tsquery or (indoor and facts -> 'indoor' is null) or 'playCorner' = any(features));
