-- The answers of accounts that were new, which count once these are some days old.
create index concurrently if not exists place_fact_answers_new on place_fact_answers (place_id) where not is_established;
