-- About where a father lives, when he wants to say it: the middle of a cell of a fixed grid, never where he is. Others
-- are told how far it is from theirs, in bands (safety S6).
alter table users
  add column neighbourhood_latitude double precision,
  add column neighbourhood_longitude double precision,
  -- To every member; else to those he meets or chats with.
  add column show_distance boolean not null default false,
  add constraint users_neighbourhood_check
    check ((neighbourhood_latitude is null) = (neighbourhood_longitude is null));
create index users_show_distance on users (id) where show_distance and neighbourhood_latitude is not null;
