-- Each text of opening hours once for each region, which decides on its holidays and its clock.
create table opening_hours (
  id integer generated always as identity primary key,
  text text not null,
  region text not null,
  unique (region, text)
);
alter table places add column hours integer;
