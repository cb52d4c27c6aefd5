create index concurrently if not exists notifications_proposal on notifications ((details -> 'proposalId')) where (details -> 'proposalId') is not null;
