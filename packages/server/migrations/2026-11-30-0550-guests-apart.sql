-- Who hears what a guest of a circle’s date writes about it: nobody whom a block with its planner keeps from the date, since for
-- him there is none, as if the planner had deleted his account. For everything else those of thread_hearers.
create function hearers_about(thread integer, sender integer, seq integer, about integer) returns integer[] language plpgsql volatile as $$
declare
  heard integer[];
  planner integer;
begin
  heard := thread_hearers(thread, sender, seq);
  if about is null then
    return heard;
  end if;
  select p.creator_id into planner from playdates p join chats c on c.id = thread and c.circle_id = p.circle_id
   where p.id = about and not exists (select from circle_members m where m.circle_id = p.circle_id and m.user_id = sender);
  if planner is null then
    return heard;
  end if;
  return array(select h.id from unnest(heard) h (id) where not are_blocked(h.id, planner));
end $$;
