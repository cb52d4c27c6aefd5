-- One's own lines of the trail: for an export, and to see whether somebody came back.
create index audit_user on audit (user_id, id);
-- What was told about a playdate: gone with its creator, and told once.
create index notifications_playdate on notifications ((details -> 'playdateId')) where (details -> 'playdateId') is not null;
-- What is past its time.
create index notifications_age on notifications (created_at);
create index login_failures_age on login_failures (last_at);
