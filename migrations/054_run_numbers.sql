-- Runs are counted per team, so that people can say "run 58". A number is given in the transaction that inserts the run and is never used again. It
-- stands in a table of its own: runs of before this migration are numbered afterwards (`store/src/runs/run-numbers.ts`), and not one of their rows is written.
-- expand: triggers give numbers to what the version before inserts, too; it reads and writes nothing of this.

create table run_counters (
  team_id text primary key references teams (id) on delete cascade,
  last integer not null,
  -- Of the runs of before: how many have their number, and the ordinal of the last of them. Null: all have.
  numbered integer,
  numbered_to bigint not null default 0
);

create table run_numbers (
  run_id uuid primary key references runs (id) on delete cascade,
  team_id text not null,
  number integer not null,
  unique (team_id, number)
);

-- The number before the next `how_many`. The runs that get them are inserted; those of before keep as many numbers as there are.
create function take_run_numbers(of_team text, how_many integer) returns integer language plpgsql as $$
declare taken integer;
begin
  update run_counters set last = last + how_many where team_id = of_team returning last into taken;
  if not found then
    insert into run_counters as counter (team_id, last, numbered)
      select of_team, count(*), case when count(*) > how_many then 0 end from runs where team_id = of_team
      on conflict (team_id) do update set last = counter.last + how_many returning last into taken;
  end if;
  return taken - how_many;
end
$$;

-- An import gets its number when it is whole: the counter is not held while its samples are written.
create function number_inserted_runs() returns trigger language plpgsql as $$
begin
  with teams_of as materialized (
    select team_id, take_run_numbers(team_id, count(*)::integer) as before from added where source is null or state <> 'running' group by team_id
  )
  insert into run_numbers (run_id, team_id, number)
    select id, team_id, before + row_number() over (partition by team_id order by ordinal)
    from added join teams_of using (team_id) where source is null or state <> 'running';
  return null;
end
$$;
create trigger runs_number after insert on runs referencing new table as added for each statement execute function number_inserted_runs();

create function number_imported_run() returns trigger language plpgsql as $$
begin
  insert into run_numbers (run_id, team_id, number) values (new.id, new.team_id, take_run_numbers(new.team_id, 1) + 1);
  return null;
end
$$;
create trigger runs_number_imported after update of state on runs for each row
  when (new.source is not null and old.state = 'running' and new.state <> 'running') execute function number_imported_run();
