-- Who may look at the state of the installation; named by the operator's own command.
alter table users add column is_operator boolean not null default false;
