-- A standing place has put him on the waiting list of a full date; it goes with the standing place, until he waits himself.
alter table waiting add column by_standing boolean not null default false;
