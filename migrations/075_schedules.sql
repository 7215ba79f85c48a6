-- Schedules start a plan, or an experiment as an earlier one was, at times of the clock; what became of each due time is kept.
-- expand: the version before starts nothing by schedule.
create table schedules (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  plan_id uuid references plans (id) on delete cascade,
  experiment_id uuid references experiments (id) on delete cascade,
  cron text not null,
  time_zone text not null,
  tags jsonb not null default '{}',
  drill double precision,
  author_id text references users (id) on delete set null,
  -- No reference: a token that is gone gives no rights.
  token_id uuid,
  next_due_at timestamptz,
  paused_at timestamptz,
  pause_reason jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(plan_id, experiment_id) = 1)
);
create index schedules_team on schedules (team_id);
create index schedules_plan on schedules (plan_id) where plan_id is not null;
create index schedules_experiment on schedules (experiment_id) where experiment_id is not null;
create index schedules_due on schedules (next_due_at) where paused_at is null;

-- The key is why a due time starts nothing twice.
create table schedule_outcomes (
  schedule_id uuid not null references schedules (id) on delete cascade,
  due_at timestamptz not null,
  at timestamptz not null,
  state text not null check (state in ('started', 'waiting', 'skipped')),
  reason jsonb,
  missed integer not null default 0,
  run_id uuid references runs (id) on delete set null,
  experiment_id uuid references experiments (id) on delete set null,
  targets text[] not null default '{}',
  drill jsonb,
  primary key (schedule_id, due_at)
);
create index schedule_outcomes_run on schedule_outcomes (run_id) where run_id is not null;
create index schedule_outcomes_experiment on schedule_outcomes (experiment_id) where experiment_id is not null;
create index schedule_outcomes_waiting on schedule_outcomes (at) where state = 'waiting';

alter table idempotency_keys drop constraint idempotency_keys_kind_check,
  add constraint idempotency_keys_kind_check check (kind in ('run', 'experiment', 'schedule'));
