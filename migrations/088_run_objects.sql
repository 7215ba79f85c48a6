-- Objects outside the database (S3) that belong to a run: its series once they were moved, the file that it was imported from, files that were made of it.
-- expand: the version before takes a run whose series were moved for one whose samples are gone, and drops nothing more of it.
create table run_objects (
  -- Without the installation's prefix: teams/<team>/runs/<run>/<kind>-<sha256>.
  key text primary key,
  run_id uuid not null references runs (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  kind text not null check (kind in ('series', 'import', 'export')),
  bytes bigint not null,
  sha256 text not null,
  -- Of series: {format, sampleSeconds, samples, requests}; of a file: {name, type}.
  details jsonb not null,
  begun_at timestamptz not null default now(),
  -- Null: it is being written, or its writer was killed.
  kept_at timestamptz
);
create index run_objects_run_idx on run_objects (run_id);
create index run_objects_team_idx on run_objects (team_id);
create index run_objects_kept_idx on run_objects (kept_at desc) where kept_at is not null;
create unique index run_objects_series_idx on run_objects (run_id) where kind = 'series' and kept_at is not null;

-- Objects that nothing names any more: removed from the store at least once, by whichever process.
create table object_removals (
  key text primary key,
  due_at timestamptz not null default now(),
  tries integer not null default 0
);
create index object_removals_due_idx on object_removals (due_at);

-- Whatever ends a row (the run, the team, a period) ends the object.
create function leave_object() returns trigger language plpgsql as $$
begin
  insert into object_removals (key) values (old.key) on conflict (key) do update set due_at = now(), tries = 0;
  return null;
end
$$;
create trigger run_objects_left after delete on run_objects for each row execute function leave_object();
