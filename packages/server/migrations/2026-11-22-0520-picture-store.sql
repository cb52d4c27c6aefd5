-- The mark of the folder or bucket that holds this database's pictures; written by the first node that starts.
create table picture_store (
  is_only boolean primary key default true check (is_only),
  mark text not null
);
