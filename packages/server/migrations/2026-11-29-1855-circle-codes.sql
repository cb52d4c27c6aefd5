-- The code that opens the door of a circle. It is nowhere stored itself, only what its look-up needs.
create table circle_codes (
  circle_id integer primary key references circles on delete cascade,
  -- Keyed with the server's secret, since a code is short.
  code_hash bytea not null unique,
  -- What it is derived from, so that keepers find it again.
  salt text not null,
  lets_in boolean not null,
  uses_left integer not null,
  expires_at timestamptz not null
);
create index circle_codes_expires on circle_codes (expires_at);

-- Who has come with a code and waits for a keeper. A refusal stays here, which he does not learn.
create table circle_wishes (
  circle_id integer not null references circles on delete cascade,
  user_id integer not null references users on delete cascade,
  wished_at timestamptz not null default now(),
  refused_at timestamptz,
  primary key (circle_id, user_id)
);
create index circle_wishes_user on circle_wishes (user_id);
create index circle_wishes_at on circle_wishes (wished_at);
