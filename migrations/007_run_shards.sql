-- A run is made by one shard or several, each on a worker of its own.
create table run_shards (
  run_id uuid not null references runs (id) on delete cascade,
  attempt integer not null,
  -- From 0, in the order in which workers joined.
  shard integer not null,
  team_id text not null references teams (id) on delete cascade,
  worker_id text not null,
  -- Load threads; those of all shards together cut the load into its parts.
  threads integer not null,
  claimed_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Its generator is set up and waits for the start.
  ready_at timestamptz,
  ended_at timestamptz,
  -- The state it gives the run, should it be the one that ends it.
  end_state text,
  end_reason text,
  end_message text,
  environment jsonb,
  primary key (run_id, attempt, shard),
  unique (run_id, attempt, worker_id)
);
create index run_shards_busy_idx on run_shards (worker_id) where ended_at is null;

alter table runs
  add column generators integer not null generated always as (greatest(1, coalesce((plan ->> 'generators')::integer, 1))) stored,
  -- A shard ended for a reason that ends the whole run: the others are told to stop.
  add column halted_at timestamptz;
