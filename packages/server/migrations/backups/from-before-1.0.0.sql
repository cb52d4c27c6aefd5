-- For backups from before 1.0.0. First come the tables that they hold and 1.0.0 does not; their rows are loaded, and what
-- stands below the line is done with them.
create table proposals (
  id integer primary key,
  place_id integer not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  ends_at timestamptz not null,
  made_at timestamptz,
  playdate_id integer,
  created_at timestamptz not null,
  place_name text,
  place_address text,
  place_latitude double precision,
  place_longitude double precision
);
create table proposal_fathers (
  proposal_id integer not null,
  user_id integer not null,
  answer text,
  children integer not null,
  answered_at timestamptz,
  primary key (proposal_id, user_id)
);

-- ==== when the rows are there

-- A proposal is a poll with one time that the app asks.
create temporary table moved on commit drop as
  select id as was, nextval(pg_get_serial_sequence('polls', 'id'))::int as id,
         nextval(pg_get_serial_sequence('poll_times', 'id'))::int as time_id
    from proposals;
insert into polls (id, location, location_visibility, place_id, place_name, place_address, place_latitude, place_longitude,
                   max_participants, ends_at, chosen_time_id, playdate_id, created_at)
  overriding system value
  select m.id, left(concat_ws(', ', r.place_name, nullif(r.place_address, '')), 200), 'public', r.place_id, r.place_name,
         r.place_address, r.place_latitude, r.place_longitude, 20, r.ends_at,
         case when r.made_at is not null then m.time_id end, r.playdate_id, r.created_at
    from moved m join proposals r on r.id = m.was;
insert into poll_times (id, poll_id, start_time, end_time) overriding system value
  select m.time_id, m.id, r.start_time, r.end_time from moved m join proposals r on r.id = m.was;
insert into poll_fathers (poll_id, user_id, children, answered_at)
  select m.id, f.user_id, f.children, f.answered_at from moved m join proposal_fathers f on f.proposal_id = m.was;
insert into poll_answers (poll_time_id, user_id, answer)
  select m.time_id, f.user_id, f.answer from moved m join proposal_fathers f on f.proposal_id = m.was where f.answer is not null;
update notifications n set details = jsonb_set(n.details, '{proposalId}', to_jsonb(m.id))
  from moved m where n.details -> 'proposalId' = to_jsonb(m.was);
drop table proposal_fathers, proposals;

-- A notification says what has happened, and how its reader was related to the playdate.
update notifications n
   set kind = case n.kind
         when 'waiting.cancelled' then 'playdate.cancelled'
         when 'waiting.changed' then 'playdate.changed'
         when 'waiting.restored' then 'playdate.restored'
         when 'waiting.movedUp' then 'playdate.joined'
         when 'waiting.asked' then 'playdate.hasRoom'
         when 'waiting.tooMany' then 'playdate.hasRoom'
         else n.kind end,
       details = n.details - 'isAsked' || jsonb_build_object('relation', case
         when n.kind like 'waiting.%' then 'waiting'
         when n.details -> 'isAsked' = 'true' then 'asked'
         when n.kind = 'playdate.joined' then 'creator'
         when exists (select from playdates p where p.id = (n.details ->> 'playdateId')::int and p.kind = 'open') then 'usuallyThere'
         else 'onIt' end)
 where not n.details ? 'relation'
   and (n.kind like 'waiting.%' or n.kind in ('playdate.cancelled', 'playdate.changed', 'playdate.restored', 'playdate.joined'));

-- What the server wrote at its start or within the hour, in case the backup came first.
update users set username_key = coalesce(username_key, lower(username)), email_key = coalesce(email_key, lower(email)),
                 reset_email_key = coalesce(reset_email_key, lower(reset_email))
 where username_key is null or email_key is null or reset_email is not null and reset_email_key is null;
update users set neighbourhood_is_town = false where neighbourhood_is_town is null and neighbourhood_latitude is not null;
update places p set shared_json = shared_json_of(p) where shared_json is null;
