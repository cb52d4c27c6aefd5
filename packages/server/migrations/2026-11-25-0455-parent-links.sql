-- A participant's link for the other parent. It ends with his seat; the token is made from `salt` and the server's secret.
create table parent_links (
  playdate_id integer not null,
  user_id integer not null references users on delete cascade,
  salt text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  primary key (playdate_id, user_id),
  foreign key (playdate_id, user_id) references participants (playdate_id, user_id) on delete cascade
);
create index parent_links_user on parent_links (user_id);

-- Whether these links show the address of a home.
alter table playdates add column parents_see_address boolean not null default false;

-- Whoever is hidden or suspended has none afterwards either.
create function end_parent_links() returns trigger language plpgsql as $$
begin
  delete from parent_links where user_id = new.id;
  return null;
end $$;
create trigger users_parent_links after update of hidden_at, suspended_until on users for each row
  when (new.hidden_at is not null or new.suspended_until is not null) execute function end_parent_links();
