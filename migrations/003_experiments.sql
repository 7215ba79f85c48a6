-- Experiments (variants × repeats as one queued object), baselines and what finished runs are held against.

create table experiments (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  ordinal bigint generated always as identity,
  kind text not null check (kind in ('ab', 'aa', 'sweep', 'capacity')),
  name text not null,
  -- The saved plan the variants came from: it gets the noise floor and the capacity.
  plan_id uuid references plans (id) on delete set null,
  -- [{name, plan}], the base first; secrets inside are sealed.
  variants jsonb not null,
  repeats integer not null,
  run_order text not null default 'interleaved',
  cool_down text not null,
  extend_to integer,
  search jsonb,
  state text not null default 'queued' check (state in ('queued', 'running', 'stopping', 'completed', 'stopped', 'failed')),
  state_reason text,
  -- Plain sentences about what happened on the way: a run that did not complete, a worker that was lost.
  notes text[] not null default '{}',
  worker_id text,
  -- Fencing number: counts the claims; only the worker that holds the last one may go on.
  claim integer not null default 0,
  heartbeat_at timestamptz,
  stop_requested_at timestamptz,
  -- Comparisons, capacity, knee, noise floor: so far while it runs, final at the end.
  result jsonb not null default '{}',
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index experiments_team_idx on experiments (team_id, ordinal desc);
create index experiments_plan_idx on experiments (plan_id, ordinal desc);
create index experiments_active_idx on experiments (ordinal) where state in ('queued', 'running', 'stopping');

alter table plans
  add column baseline_run_id uuid references runs (id) on delete set null,
  -- Relative, from the last A/A experiment.
  add column noise_floor double precision;

alter table runs
  add column experiment_id uuid references experiments (id) on delete set null,
  -- Only this worker may claim the run; it was not put on the queue.
  add column pinned_worker text,
  -- The verdict against the baseline the plan had when the run ended.
  add column vs_baseline jsonb,
  add column ci_status text generated always as (case
    when state in ('queued', 'starting', 'running', 'stopping') then null
    when state <> 'completed' or vs_baseline ->> 'verdict' = 'worse' or thresholds @> '[{"passed": false}]' then 'failed'
    else 'passed' end) stored;
create index runs_experiment_idx on runs (experiment_id);

create table experiment_runs (
  experiment_id uuid not null references experiments (id) on delete cascade,
  -- Place in the order, from 0.
  position integer not null,
  -- Index into the variants; for A/A 0 and 1 are the two sides of the one variant.
  variant integer not null,
  -- Open-loop rate of a step of a capacity search.
  rate double precision,
  run_id uuid unique references runs (id) on delete set null,
  -- Stays when the run is deleted, so that it is not made again.
  inserted_at timestamptz,
  primary key (experiment_id, position)
);
