-- The half days a father spends with his children, Monday morning in the lowest bit. Others learn at most which of them are
-- theirs too, and only while the switch is on (safety S6b).
alter table users
  add column papa_days integer not null default 0,
  add column papa_days_visible boolean not null default true,
  -- Which of them count for what he is told of others, when he last changed them, and what limits the next change:
  -- his last changes, and when a weekday last began to count (domain/papa-days.ts).
  add column papa_days_counting integer not null default 0,
  add column papa_days_changed timestamptz[] not null default '{}',
  add column papa_days_opened timestamptz[] not null default '{}';
