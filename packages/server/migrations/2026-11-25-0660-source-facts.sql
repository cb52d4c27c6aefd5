-- What open data says of a place where fathers may have corrected it: features and position, as the last import read them.
alter table places add column source_facts jsonb;
