-- The number alone does not say which account it was: after a restore the same number can be given to somebody else.
alter table erasures add column registered_at timestamptz;
