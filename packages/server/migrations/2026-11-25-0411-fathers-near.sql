-- Who lives near, with all that fathers are ordered by: read from the index alone, however many there are in the country.
create index concurrently if not exists users_near on users (neighbourhood_latitude, neighbourhood_longitude)
  include (id, papa_days, papa_days_visible, last_active_at, suspended_until) where show_distance and discoverable;
create index concurrently if not exists users_in_city on users (lower(trim(city)))
  include (city, id, papa_days, papa_days_visible, last_active_at, suspended_until, show_distance, neighbourhood_latitude) where discoverable;
