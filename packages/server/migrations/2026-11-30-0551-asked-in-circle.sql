-- Who was asked in a poll as a member of its circle: once he has left that, it is not there for him any more.
alter table poll_fathers add column of_circle boolean not null default false;
update poll_fathers f set of_circle = true from polls q join circle_members m on m.circle_id = q.circle_id
 where q.id = f.poll_id and m.user_id = f.user_id;
