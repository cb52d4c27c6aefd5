-- The clock of the place: a series keeps its hours there, and a day ends there.
alter table playdates add column time_zone text not null default 'Europe/Amsterdam';
alter table series add column time_zone text not null default 'Europe/Amsterdam';

-- The zone, or the product's if this database does not know it.
create function known_time_zone(name text) returns text language plpgsql stable as $$
begin
  perform now() at time zone name;
  return name;
exception when invalid_parameter_value then
  return 'Europe/Amsterdam';
end
$$;
