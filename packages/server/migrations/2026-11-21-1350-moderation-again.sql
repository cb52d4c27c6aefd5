-- Both members of a chat can report it: then it is two things to decide on, each about one of them.
alter table moderation_decisions
  -- Whom the reports were about. Unlike subject_id also where he is told nothing: a dismissal stays unknown to him.
  add column reported_id integer references users on delete set null,
  -- When a suspension was taken back.
  add column lifted_at timestamptz;
update moderation_decisions set reported_id = subject_id;
update moderation_decisions d set lifted_at = now()
 where d.decision = 'suspend' and exists (
   select from moderation_decisions l
    where l.target_type = d.target_type and l.target_id = d.target_id and l.decision = 'restore' and l.id > d.id);
create index moderation_decisions_reported on moderation_decisions (reported_id);

-- A copy of each picture somebody reported, as long as its reports are kept: replacing it, or going, is no way out.
create table reported_pictures (
  address text primary key,
  picture bytea not null
);
insert into reported_pictures (address, picture)
select distinct on (address) address, picture from held_pictures where picture is not null;
alter table held_pictures
  drop column picture,
  drop constraint held_pictures_user_id_fkey,
  add constraint held_pictures_user_id_fkey foreign key (user_id) references users on delete set null;

-- For the moderators' queue: what is open, what was decided last, and places to look at.
create index reports_open_items on reports (target_type, target_id, subject_id) where closed_at is null;
create index reports_closed on reports (closed_at, id) where closed_at is not null;
create index places_to_review on places (created_at, id) where status = 'new' and source = 'user' and hidden_at is null;
