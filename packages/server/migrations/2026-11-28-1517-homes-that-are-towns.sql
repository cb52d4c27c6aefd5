-- Whether a home is only the centre of a town that was named; null until the server has compared it with the towns it knows.
alter table users add column neighbourhood_is_town boolean;

create index concurrently if not exists users_positioned on users (neighbourhood_latitude, neighbourhood_longitude)
  include (id, papa_days, papa_days_visible, last_active_at, suspended_until)
  where show_distance and discoverable and neighbourhood_is_town is not true;
create index concurrently if not exists users_in_town on users (folded(city))
  include (city, id, papa_days, papa_days_visible, last_active_at, suspended_until, show_distance, neighbourhood_latitude, neighbourhood_is_town)
  where discoverable;
