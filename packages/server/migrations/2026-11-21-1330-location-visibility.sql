-- Who sees where a playdate is, and what the others get: a free text, and a point of a fixed grid. The point is kept
-- as it was written, so that asking again never tells more (safety S5).
alter table playdates
  add column location_visibility text not null default 'public' check (location_visibility in ('public', 'participants')),
  add column area text,
  add column grid_latitude double precision,
  add column grid_longitude double precision;

-- When he said that he had read how to meet safely (safety S37).
alter table users add column safe_meeting_seen_at timestamptz;
