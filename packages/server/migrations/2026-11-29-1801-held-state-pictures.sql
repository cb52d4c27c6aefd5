-- The state of a place whose picture moderators keep from sight.
alter table held_pictures add column state_id integer references place_states on delete cascade;
create index concurrently if not exists held_pictures_state on held_pictures (state_id);
