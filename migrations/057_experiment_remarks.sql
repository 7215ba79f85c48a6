-- An experiment says how it stands, and how it ended, as codes with their figures; `incidents` are those of the way, each added once.
-- `state_reason` and `notes` keep the sentences of versions before; a `state_reason` is the last word.
-- expand: the version before leaves the columns alone and goes on writing sentences.
alter table experiments
  add column remarks jsonb not null default '[]',
  add column incidents jsonb not null default '[]';
