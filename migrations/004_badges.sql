-- A badge shows a plan's latest verdict to whoever holds its address. One a plan; only the hash of its token is kept.

create table badges (
  plan_id uuid primary key references plans (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  token_hash text not null unique,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index badges_team_idx on badges (team_id);
