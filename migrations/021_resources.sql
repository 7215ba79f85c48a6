-- The target's own resources: who told them of a run, and what they told of each of its seconds.
create table resource_sources (
  run_id uuid not null references runs (id) on delete cascade,
  name text not null,
  team_id text not null references teams (id) on delete cascade,
  kind text not null check (kind in ('process', 'scrape', 'upload', 'agent')),
  -- Cores that the fraction cpu is of.
  cores integer,
  -- Why it tells nothing, or not everything.
  problem text,
  primary key (run_id, name)
);
create table resource_points (
  run_id uuid not null,
  source text not null,
  second integer not null,
  team_id text not null references teams (id) on delete cascade,
  cpu double precision,
  memory_bytes double precision,
  memory_share double precision,
  disk_bytes_per_second double precision,
  disk_share double precision,
  open_sockets double precision,
  threads double precision,
  primary key (run_id, source, second),
  foreign key (run_id, source) references resource_sources (run_id, name) on delete cascade
);
