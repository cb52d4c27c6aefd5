-- Whether the ages of his children, as ranges, lead him to fathers who allow the same, and them to him.
alter table users add column match_ages boolean not null default false;
