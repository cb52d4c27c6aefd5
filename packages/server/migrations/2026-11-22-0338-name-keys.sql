-- What usernames and e-mail addresses are compared by (domain/name-key.ts). The database's own lower() differs from
-- JavaScript's and depends on its locale, so the server writes these; the keys of plain ASCII are the same in both, and
-- those of other names the server adds when it starts.
alter table users
  add column username_key text,
  add column email_key text,
  add column reset_email_key text;

update users set username_key = lower(username collate "C") where username ~ '^[ -~]*$';
update users set email_key = lower(email collate "C") where email ~ '^[ -~]*$';
update users set reset_email_key = lower(reset_email collate "C") where reset_email ~ '^[ -~]*$';

drop index users_username_key;
drop index users_email_key;
drop index users_reset_email;
create unique index users_by_username on users (username_key);
create unique index users_by_email on users (email_key);
create index users_by_reset_email on users (reset_email_key) where reset_email_key is not null;
create index users_without_keys on users (id)
  where username_key is null or email_key is null or (reset_email is not null and reset_email_key is null);
