-- Runs of a round that take turns: the same `together` as those made at once, and their turns.
-- expand: the version before leaves the column alone; it would make the runs of such an experiment at once, so its workers get none.
alter table runs add column turns jsonb;

create or replace function refuse_older_driver() returns trigger language plpgsql as $$
begin
  if exists (
    select from workers_online w
    where w.id = new.worker_id
      and coalesce(w.migration, '') collate "C" < case new.design when 'turns' then '072' else '070' end
  ) then
    return null;
  end if;
  return new;
end
$$;
