-- Codes that an operator makes for a school or crèche: each opens its circle once, which the first makes.
create table organisations (
  id integer generated always as identity primary key,
  -- The name that its circle gets; read by the operator alone before.
  name text not null,
  circle_id integer references circles on delete set null,
  created_at timestamptz not null default now()
);
create unique index organisations_name on organisations (lower(name));
create index organisations_circle on organisations (circle_id);

create table organisation_codes (
  -- Keyed with the server’s secret, like the code of a circle.
  code_hash bytea primary key,
  organisation_id integer not null references organisations on delete cascade,
  -- Whoever has come with it may come back by it while he is in the circle.
  used_at timestamptz,
  expires_at timestamptz not null
);
create index organisation_codes_organisation on organisation_codes (organisation_id);
create index organisation_codes_expires on organisation_codes (expires_at);
