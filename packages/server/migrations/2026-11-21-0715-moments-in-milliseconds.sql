-- Moments travel in milliseconds (contract 1). Kept any finer, one that was read and sent back, as a list's cursor is,
-- lies before itself, and the list shows it twice.
alter table playdates
  alter column start_time type timestamptz(3),
  alter column end_time type timestamptz(3);
