-- A repeat reads what was made again, so no reply is kept: a reply showed names and messages that had been hidden since.
-- Emptied first, which removes the rows from the files; a key lives for a day.
truncate idempotency_keys;
alter table idempotency_keys drop column reply,
  -- The first answer's, and the id or name of what was made.
  add column status integer not null,
  add column made text;
