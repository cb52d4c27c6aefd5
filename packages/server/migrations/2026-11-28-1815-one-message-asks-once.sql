-- The playdate to which a message asked its readers along: repeating the message asks them to no other.
alter table messages add column asks_to integer;

-- How often he has asked one of these fathers, who do not know him, in polls; read anew by each call, after a wait for a lock.
create function questions_asked(asker integer, readers integer[]) returns integer language plpgsql volatile as $$
begin
  return coalesce((select max(q.asked) from stranger_questions q where q.asker_id = asker and q.reader_id = any(readers)), 0);
end $$;
