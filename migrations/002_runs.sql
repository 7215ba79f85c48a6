-- Plans, runs and their samples; what is made from them; who works. Every row belongs to a team.
create extension if not exists pg_trgm;

-- One row: what this installation made for itself.
create table installation (
  one boolean primary key default true check (one),
  -- Signs page cursors, so that a changed one is told from a real one.
  cursor_key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into installation default values;

create table plans (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  ordinal bigint generated always as identity,
  revision integer not null default 1,
  name text not null,
  -- Secrets inside are sealed.
  plan jsonb not null,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index plans_team_idx on plans (team_id, ordinal desc);

create table runs (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  -- Order of the history; unique, so that a page has one end.
  ordinal bigint generated always as identity,
  plan_id uuid references plans (id) on delete set null,
  -- The plan as it was when the run was asked for; secrets inside are sealed.
  plan jsonb not null,
  name text not null,
  tags jsonb not null default '{}',
  note text not null default '',
  search_text text not null generated always as
    (lower(name || ' ' || coalesce(plan -> 'target' ->> 'url', '') || ' ' || note || ' ' || tags::text)) stored,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  state text not null default 'queued' check (state in ('queued', 'starting', 'running', 'stopping', 'completed', 'stopped',
    'auto_stopped', 'worker_lost', 'control_lost', 'start_failed', 'target_refused')),
  state_reason text,
  end_reason text,
  -- Fencing number: only the worker that claimed this attempt may write.
  attempt integer not null default 1,
  worker_id text,
  expected_duration_ms double precision,
  claimed_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  heartbeat_at timestamptz,
  hard_deadline_at timestamptz,
  stop_requested_at timestamptz,
  -- Sequence number of the last sample. It lives here so that the row's lock makes commit order sequence order.
  last_sequence bigint not null default 0,
  validity jsonb,
  thresholds jsonb not null default '[]',
  summary jsonb,
  environment jsonb
);
create index runs_team_idx on runs (team_id, ordinal desc);
create index runs_team_state_idx on runs (team_id, state, ordinal desc);
create index runs_plan_idx on runs (plan_id, ordinal desc);
create index runs_tags_idx on runs using gin (tags);
create index runs_search_idx on runs using gin (search_text gin_trgm_ops);
create index runs_active_idx on runs (state, created_at) where state in ('queued', 'starting', 'running', 'stopping');

create table samples (
  run_id uuid not null references runs (id) on delete cascade,
  attempt integer not null,
  shard integer not null,
  second integer not null,
  team_id text not null references teams (id) on delete cascade,
  sequence bigint not null,
  warmup boolean not null,
  counts jsonb not null,
  -- HdrHistogram V2, compressed, µs.
  response_time bytea not null,
  service_time bytea not null,
  send_lateness bytea not null,
  time_to_first_byte bytea not null,
  connect_time bytea not null,
  created_at timestamptz not null default now(),
  primary key (run_id, attempt, shard, second)
);
create index samples_sequence_idx on samples (run_id, sequence);

create table comparisons (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  title text not null,
  base_run_ids uuid[] not null,
  candidate_run_ids uuid[] not null,
  -- The numbers as they were when it was stored.
  result jsonb not null,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index comparisons_team_idx on comparisons (team_id, created_at desc);

create table shares (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  token_hash text not null unique,
  kind text not null check (kind in ('run', 'comparison')),
  title text not null,
  run_id uuid references runs (id) on delete cascade,
  comparison_id uuid references comparisons (id) on delete cascade,
  hide text[] not null default '{}',
  -- Frozen and redacted when it was made.
  content jsonb not null,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  view_count integer not null default 0
);
create index shares_team_idx on shares (team_id, created_at desc);

create table tokens (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index tokens_team_idx on tokens (team_id, created_at desc);

create table idempotency_keys (
  team_id text not null references teams (id) on delete cascade,
  key text not null,
  body_hash text not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);
create index idempotency_keys_age_idx on idempotency_keys (created_at);

-- Workers serve every team, hence the one table without one.
create table workers_online (
  id text primary key,
  hostname text not null,
  version text not null,
  pid integer not null,
  concurrency integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now()
);
