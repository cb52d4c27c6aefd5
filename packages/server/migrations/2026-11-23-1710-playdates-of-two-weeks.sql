-- No playdate lasts longer than 14 days: longer ones would lead every list for as long as they run.
update playdates set end_time = start_time + interval '14 days', sequence = sequence + 1, updated_at = now()
 where end_time > start_time + interval '14 days';
