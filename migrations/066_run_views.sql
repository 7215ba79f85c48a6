-- Views of the list of runs that a team keeps by name: filters and columns as they stand in the list's URL.
-- expand: the version before knows no views.
create table run_views (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  name text not null,
  filters jsonb not null,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (team_id, name)
);
