-- A playdate stays where its creator planned it, whatever becomes of the place.
alter table playdates add column place_name text, add column place_latitude double precision, add column place_longitude double precision;
alter table series add column place_name text, add column place_latitude double precision, add column place_longitude double precision;
alter table polls add column place_name text, add column place_latitude double precision, add column place_longitude double precision;
alter table proposals add column place_name text, add column place_address text, add column place_latitude double precision,
  add column place_longitude double precision;

-- What members have changed of a place, with the values before, since it was last certain; and when.
alter table places add column unsettled jsonb not null default '{}', add column changed_at timestamptz;
-- An edit of a new account that waits for a second member.
alter table place_revisions add column waits boolean not null default false;
create index concurrently if not exists place_revisions_waiting on place_revisions (created_at) where waits;

create function keep_place() returns trigger language plpgsql as $$
begin
  if new.place_id is null then
    new.place_name := null;
    new.place_latitude := null;
    new.place_longitude := null;
  elsif new.place_name is null or tg_op = 'UPDATE' and new.place_id is distinct from old.place_id then
    select name, case when location is not null then latitude end, case when location is not null then longitude end
      into new.place_name, new.place_latitude, new.place_longitude from places where id = new.place_id;
  end if;
  return new;
end $$;

create or replace function playdate_spot() returns trigger language plpgsql as $$
begin
  if new.location_visibility = 'participants' then
    new.spot_latitude := new.grid_latitude;
    new.spot_longitude := new.grid_longitude;
  elsif exists (select from places where id = new.place_id and hidden_at is null) then
    new.spot_latitude := new.place_latitude;
    new.spot_longitude := new.place_longitude;
  else
    new.spot_latitude := null;
    new.spot_longitude := null;
  end if;
  return new;
end $$;

-- Triggers run in the order of their names: this one before `playdate_spot`.
create trigger playdate_place before insert or update of place_id on playdates for each row execute function keep_place();
create trigger poll_place before insert or update of place_id on polls for each row execute function keep_place();

create function keep_proposed_place() returns trigger language plpgsql as $$
begin
  select name, address, latitude, longitude
    into new.place_name, new.place_address, new.place_latitude, new.place_longitude from places where id = new.place_id;
  return new;
end $$;
create trigger proposal_place before insert on proposals for each row execute function keep_proposed_place();

update playdates set place_id = place_id where place_id is not null;
update polls set place_id = place_id where place_id is not null;
update series s set place_name = pl.name, place_latitude = case when pl.location is not null then pl.latitude end,
       place_longitude = case when pl.location is not null then pl.longitude end
  from places pl where pl.id = s.place_id;
update proposals r set place_name = pl.name, place_address = pl.address, place_latitude = pl.latitude, place_longitude = pl.longitude
  from places pl where pl.id = r.place_id;
update places p set unsettled = r.before, changed_at = r.at
  from (select v.place_id, max(v.created_at) as at, jsonb_object_agg(f.key, f.value order by v.id desc) as before
          from place_revisions v cross join jsonb_each(v.before) f
         where v.created_at > now() - interval '14 days' and f.key in ('name', 'address', 'latitude', 'longitude', 'description', 'features')
           and not exists (select from users u where u.id = v.edited_by and u.is_moderator)
         group by v.place_id) r
 where r.place_id = p.id;
