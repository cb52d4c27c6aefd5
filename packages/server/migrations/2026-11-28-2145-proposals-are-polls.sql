-- after: no released version reads the tables that go.
-- A proposal is a poll with one time that the app asks. It has no asker, no title (that of its playdate is in the language of
-- whoever creates it) and no link; the address is that of its place as it was.
alter table polls alter column creator_id drop not null, alter column title drop not null, alter column salt drop not null,
  alter column token_hash drop not null, add column place_address text,
  add constraint polls_asker check (num_nonnulls(creator_id, title, salt, token_hash) in (0, 4)) not valid;
create index polls_proposed on polls (created_at) where creator_id is null;

-- What is kept of deleted texts is what members wrote.
drop trigger polls_kept on polls;
create trigger polls_kept before delete on polls for each row when (old.creator_id is not null) execute function keep_poll();

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
drop function keep_proposed_place();
