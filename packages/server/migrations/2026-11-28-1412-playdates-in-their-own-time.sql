alter table playdates
  -- It had begun when it was planned or moved to that time, so it tells nothing of who has met.
  add column is_backdated boolean not null default false,
  -- Cancelled by a move after which nothing of it was to come.
  add column is_moved_away boolean not null default false;
