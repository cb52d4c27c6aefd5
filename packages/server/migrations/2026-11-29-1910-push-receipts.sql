-- The messages that a device has taken and not acknowledged, the newest first; two of them, and it counts as silent.
alter table push_subscriptions
  add column awaited text[] not null default '{}',
  -- Since when the name of its push service is unknown.
  add column unresolved_since timestamptz;
