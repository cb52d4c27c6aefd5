-- Null where the creator has not chosen: title and name are shown at a public place, and not at a home. A node of the version
-- before reads and writes `shows_name` alone.
alter table invitations add column says_what boolean;
update invitations set says_what = shows_name;
