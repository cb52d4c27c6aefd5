-- What somebody was told: the kind of thing, and what its sentence needs.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of on notifications (user_id, id desc);
