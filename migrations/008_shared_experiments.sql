-- Experiments can be shared; a kept comparison has up to four candidates.

alter table shares
  drop constraint shares_kind_check,
  add constraint shares_kind_check check (kind in ('run', 'comparison', 'experiment')),
  add column experiment_id uuid references experiments (id) on delete cascade;

-- [[run id]], one list an arm; their results stand in `result`.
alter table comparisons add column other_run_ids jsonb not null default '[]';
