-- Exports of all that a team has: made by an API process, kept in the archive for some days, and downloaded by the team's admins.
-- expand: the version before knows none of it. It leaves their objects in object_removals to this version.
create table team_exports (
  id uuid primary key,
  team_id text not null references teams (id) on delete cascade,
  asked_by text references users (id) on delete set null,
  asked_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- Of a failed one: a code.
  failure text,
  tries integer not null default 0,
  -- Of a waiting one: when a process may take it. Whoever is at it puts this off.
  due_at timestamptz not null default now(),
  -- Runs that were written so far, or in all.
  runs integer not null default 0,
  -- Of its latest try, without the installation's prefix: teams/<team>/exports/<id>/export-<try>.
  key text,
  bytes bigint,
  sha256 text,
  ended_at timestamptz,
  -- Of one that is over: when it goes.
  expires_at timestamptz
);
create unique index team_exports_waiting_idx on team_exports (team_id) where state = 'waiting';
create index team_exports_team_idx on team_exports (team_id);
create index team_exports_asked_by_idx on team_exports (asked_by);
create trigger team_exports_left after delete on team_exports for each row when (old.key is not null) execute function leave_object();
