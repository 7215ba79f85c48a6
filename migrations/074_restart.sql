-- A URL that restarts the services of an experiment between its rounds.
-- expand: the version before leaves the column alone, and would compare rounds of services that nobody restarted, so its workers get none.
alter table experiments add column restart jsonb;

create or replace function refuse_older_driver() returns trigger language plpgsql as $$
begin
  if exists (
    select from workers_online w
    where w.id = new.worker_id
      and coalesce(w.migration, '') collate "C" < case when new.restart is not null then '074' when new.design = 'turns' then '072' else '070' end
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger experiments_refuse_older_restarter before update of worker_id on experiments for each row
  when (new.restart is not null and new.design = 'runs' and new.worker_id is not null and new.worker_id is distinct from old.worker_id)
  execute function refuse_older_driver();
