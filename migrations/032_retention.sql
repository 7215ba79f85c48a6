-- How long a team keeps samples: whole for samples_days after a run's end, 10 s each until runs_days. Null: for ever.
alter table teams
  add column samples_days integer check (samples_days > 0),
  add column runs_days integer check (runs_days > 0),
  -- What went the last time that something went by these rules: {thinned, dropped, exact}.
  add column freed jsonb,
  add column freed_at timestamptz;
-- Seconds a sample of the run covers: 1 as it was measured, 10 once it was thinned; 0: its samples are gone.
alter table runs add column sample_seconds integer not null default 1 check (sample_seconds in (0, 1, 10));
create index runs_with_samples_idx on runs (team_id, ended_at, id) where sample_seconds > 0;
create index runs_sample_month_idx on runs (sample_month) where sample_seconds > 0;
-- A list of regressions reads them alone.
create index runs_verdict_idx on runs (team_id, (vs_baseline ->> 'verdict'), ordinal desc) where vs_baseline is not null;
