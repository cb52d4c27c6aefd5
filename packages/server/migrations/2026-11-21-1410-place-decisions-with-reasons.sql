-- Whoever added a place is told what was decided about it, by which rule, and whether a person did it (safety S34).
alter table place_decisions
  add column rule text,
  add column is_automatic boolean not null default false;
