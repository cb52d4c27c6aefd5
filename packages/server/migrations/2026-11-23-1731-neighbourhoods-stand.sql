-- Since when a father lives where he says; null: since before this was kept. Distances are told from where somebody has
-- stood for some days, so that moving about finds nobody's home (safety S6).
alter table users add column neighbourhood_since timestamptz;
