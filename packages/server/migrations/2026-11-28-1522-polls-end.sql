-- A poll whose times are far away ends a year after it was made.
update polls set ends_at = created_at + interval '365 days' where ends_at > created_at + interval '365 days';
