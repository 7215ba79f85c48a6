-- What a token may launch: {plans, hosts, ratePerSecond, minutesPerDay}. Null: it has no budget, and assistants (MCP) launch nothing with it.
alter table tokens add column budget jsonb;

-- The loads that a token with a budget asked for, each with the time and the rate that were reserved for it. A row outlives its load: deleting a
-- run gives no minutes back.
create table token_loads (
  id bigint generated always as identity primary key,
  team_id text not null references teams (id) on delete cascade,
  token_id uuid not null references tokens (id) on delete cascade,
  kind text not null check (kind in ('run', 'experiment')),
  load_id uuid not null,
  asked_at timestamptz not null default now(),
  reserved_ms bigint not null,
  peak_rate double precision not null
);
create index token_loads_token_id_idx on token_loads (token_id, asked_at);
