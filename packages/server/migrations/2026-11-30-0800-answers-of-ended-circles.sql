-- A yes that has led into a circle ends with it: nobody who let others into his circle, or has left one, is in a new circle by
-- what he said before. Before the deletion, which empties the column.
create function forget_yes() returns trigger language plpgsql as $$
begin
  update circle_answers set says_yes = false where circle_id = old.id;
  return old;
end $$;
create trigger circle_ending before delete on circles for each row execute function forget_yes();
