-- Whoever is a regular fetches newcomers unless he has said no. A false from before says the same for who never said
-- anything and for who offered it and took that back, which nobody could do in a release: all count as silence.
alter table circle_members alter column is_buddy set default true;
update circle_members set is_buddy = true where not is_buddy;
