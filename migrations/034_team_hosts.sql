-- Public hosts that a team proves to be its own, where PLIMSOLL_TARGETS is public-verified.
create table team_hosts (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  host text not null,
  -- Half of it is asked for, the other half is the proof: it is published by the host, and no secret.
  token text not null,
  added_at timestamptz not null default now(),
  -- When the proof was last looked for, and last found.
  checked_at timestamptz,
  proven_at timestamptz,
  proven_by text,
  -- Where the last look found it; empty: it did not.
  addresses text[] not null default '{}',
  -- Why the last look found none: {code, values}.
  problem jsonb,
  unique (team_id, host)
);
