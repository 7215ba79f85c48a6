-- Pools of workers that something outside scales by what waits for them, as KEDA does; and a role of its own for the schema.
-- expand: the version before reads and writes nothing of this; the functions do what they did, as the owner of the tables.

-- As the API's PLIMSOLL_POOLS says, which writes them when it starts. '' stands for plans without a label.
create table worker_pools (
  label text primary key,
  -- The most workers it may be scaled to.
  most_workers integer not null check (most_workers > 0),
  -- How long its workers may take to come.
  scale_seconds integer not null check (scale_seconds > 0)
);

-- When a run of several generators first lacked workers that its pool may still bring up; null: it never did.
alter table runs add column workers_awaited_since timestamptz;

-- The workers that each pool needs now: what waits and what is under way, so that nobody takes a worker away that waits for others. A run of four
-- generators counts as four, and so does an experiment between two of its runs. While all load is held, what waits needs none.
-- For KEDA and other programs: these columns stay. `pool` is the label, '' for loads that any worker may make.
create view queue_by_pool as
  with loads as (
    select worker_label, generators, state = 'queued' as waits from runs r
    where state in ('queued', 'starting', 'running', 'stopping')
      and not exists (select from experiments x where x.id = r.experiment_id and x.state in ('queued', 'running', 'stopping'))
    union all
    select worker_label, generators, state = 'queued' from experiments where state in ('queued', 'running', 'stopping')
  ), shares as (
    -- A label, or shares of several: eu:2,us:1.
    select split_part(share, ':', 1) as pool, coalesce(nullif(split_part(share, ':', 2), '')::integer, generators) as n, waits
    from loads, regexp_split_to_table(coalesce(worker_label, ''), ',') as share
  ), pools as (
    select pool, coalesce(sum(n) filter (where waits), 0)::integer as waiting, coalesce(sum(n) filter (where not waits), 0)::integer as under_way
    from shares group by pool
  )
  select pool, waiting, under_way, under_way + case when (select load_held_at from installation) is null then waiting else 0 end as workers from pools;

-- The API makes the parts of new months and drops old ones, with no right of its own to change the schema.
alter function make_sample_month() security definer set search_path = public, pg_temp;
alter function drop_sample_month() security definer set search_path = public, pg_temp;
