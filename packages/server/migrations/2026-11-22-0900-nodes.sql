-- Who serves this database, in which version: contractions wait until no older node is left.
create table nodes (
  id uuid primary key,
  version text not null,
  -- The last migration that the node's version knows.
  knows text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
