-- The workers that make all runs of an experiment: one a generator, each in its place.
alter table experiments
  add column crew text[],
  -- The most generators that one of its variants has.
  add column generators integer not null default 1;

-- Only these may claim the run, each the shard of its place; null: any worker.
alter table runs add column crew text[];
update runs set crew = array[pinned_worker] where pinned_worker is not null and state in ('queued', 'starting');
alter table runs drop column pinned_worker;
