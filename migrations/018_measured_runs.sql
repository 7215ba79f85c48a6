-- What comparisons read of a long run, made from its samples once: it can be deleted at any time, and is made again.
create table measured_runs (
  run_id uuid not null references runs (id) on delete cascade,
  -- Seconds a unit, of the run as a whole and of its requests.
  unit_seconds integer not null,
  request_unit_seconds integer not null,
  team_id text not null references teams (id) on delete cascade,
  -- The samples it was made from: those of this attempt up to this sequence number. It holds as long as the run has the same.
  attempt integer not null,
  last_sequence bigint not null,
  -- What it means and how it is written.
  format text not null,
  charts text not null,
  series bytea not null,
  created_at timestamptz not null default now(),
  primary key (run_id, unit_seconds, request_unit_seconds)
);
