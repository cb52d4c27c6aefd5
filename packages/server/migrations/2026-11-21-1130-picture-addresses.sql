-- Who shows this picture? By hash, since an address may be longer than a sorted index takes.
create index users_profile_image on users using hash (profile_image) where profile_image is not null;
create index places_image_url on places using hash (image_url) where image_url is not null;
