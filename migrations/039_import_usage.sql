-- What each team imported lately: results of other tools are capped by the day and by the minute. Rows go after a day.
create table import_usage (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- Bytes of the file as they were read, unpacked; seconds of the run; rows that were kept of it.
  bytes bigint not null default 0,
  seconds bigint not null default 0,
  rows bigint not null default 0
);
create index import_usage_team_idx on import_usage (team_id, at);
create index import_usage_at_idx on import_usage (at);
