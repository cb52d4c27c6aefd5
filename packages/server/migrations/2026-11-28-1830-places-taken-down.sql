-- Since when a moderator has taken a place down. One that members or an import hide stays on playdates as it was planned.
alter table places add column taken_down_at timestamptz;
update places p set taken_down_at = p.hidden_at
 where p.hidden_at is not null
   and (exists (select from place_decisions d where d.place_id = p.id and d.decision = 'hide' and not d.is_automatic)
     or exists (select from moderation_decisions d where d.target_type = 'place' and d.target_id = p.id::text
                   and d.decision in ('hide', 'remove') and not d.is_automatic));

create or replace function playdate_spot() returns trigger language plpgsql as $$
begin
  if new.location_visibility = 'participants' then
    new.spot_latitude := new.grid_latitude;
    new.spot_longitude := new.grid_longitude;
  elsif exists (select from places where id = new.place_id and taken_down_at is null) then
    new.spot_latitude := new.place_latitude;
    new.spot_longitude := new.place_longitude;
  else
    new.spot_latitude := null;
    new.spot_longitude := null;
  end if;
  return new;
end $$;
create trigger place_taken_down after update of taken_down_at on places for each row
  when (old.taken_down_at is distinct from new.taken_down_at) execute function place_moves_playdates();
update playdates p set place_id = p.place_id from places pl where pl.id = p.place_id and pl.hidden_at is not null;
