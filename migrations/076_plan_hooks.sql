-- Addresses that start a plan: only the hash of each is kept.
-- expand: the version before answers none of them.
create table plan_hooks (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  plan_id uuid not null references plans (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  author_id text references users (id) on delete set null,
  -- No reference: a token that is gone gives no rights.
  token_id uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index plan_hooks_plan on plan_hooks (plan_id);
create index plan_hooks_team on plan_hooks (team_id);
