-- Runs with the same `together` are one round of an experiment: one process makes them at once. An experiment says by which design its runs are
-- made, why, and the least change that it is to find.
-- expand: the version before leaves the columns alone; it would make the runs of such an experiment one after another, so its workers get none.
alter table runs add column together uuid;
alter table experiments
  add column design text not null default 'runs',
  add column design_reason jsonb,
  add column detect double precision not null default 0.03;

create function refuse_older_driver() returns trigger language plpgsql as $$
begin
  if exists (select from workers_online w where w.id = new.worker_id and coalesce(w.migration, '') collate "C" < '070') then
    return null;
  end if;
  return new;
end
$$;
create trigger experiments_refuse_older_driver before update of worker_id on experiments for each row
  when (new.design <> 'runs' and new.worker_id is not null and new.worker_id is distinct from old.worker_id)
  execute function refuse_older_driver();
