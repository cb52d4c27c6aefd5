-- Whose doing a row is, so that nobody's many rows delay those of others; null for the server's own.
alter table outbox add column causer text;

-- How often a member has asked a father who does not know him, until that one answers: deleted questions count too.
create table stranger_questions (
  asker_id integer not null references users on delete cascade,
  reader_id integer not null references users on delete cascade,
  asked integer not null,
  primary key (asker_id, reader_id)
);
create index stranger_questions_reader on stranger_questions (reader_id);
