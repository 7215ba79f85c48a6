-- The end of a run, told to each reader once: a row in the same transaction, whoever ends the run and wherever. A trigger writes it, since an API or a worker of the
-- version before may run beside this one, and no place that ends a run can forget it.
-- expand: the version before ends runs as it did.

create table run_events (
  id bigint generated always as identity primary key,
  team_id text not null references teams (id) on delete cascade,
  run_id uuid not null references runs (id) on delete cascade,
  attempt integer not null,
  at timestamptz not null default now(),
  unique (run_id, attempt)
);

-- Who is told of every end from the moment it stands here.
create table run_event_readers (reader text primary key);
insert into run_event_readers values ('lost_figures');

-- What a reader was told, and what it is still to be told.
create table run_event_marks (
  reader text not null,
  team_id text not null,
  event_id bigint not null references run_events (id) on delete cascade,
  -- Nobody takes it before: whoever took it last may still be at work.
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  told_at timestamptz,
  primary key (reader, event_id)
);
create index run_event_marks_event_idx on run_event_marks (event_id);
create index run_event_marks_due_idx on run_event_marks (reader, due_at) where told_at is null;

create function note_end_of_run() returns trigger language plpgsql as $$
declare
  event bigint;
begin
  insert into run_events (team_id, run_id, attempt) values (new.team_id, new.id, new.attempt) on conflict do nothing returning id into event;
  insert into run_event_marks (reader, team_id, event_id) select reader, new.team_id, event from run_event_readers where event is not null;
  return null;
end
$$;
create trigger runs_note_end after update of state on runs for each row
  when (old.state in ('queued', 'starting', 'running', 'stopping') and new.state not in ('queued', 'starting', 'running', 'stopping'))
  execute function note_end_of_run();

-- Lost runs whose figures nobody has computed yet.
with lost as (
  insert into run_events (team_id, run_id, attempt)
  select team_id, id, attempt from runs where state = 'worker_lost' and summary is null and ended_at > now() - interval '1 day'
  returning team_id, id
)
insert into run_event_marks (reader, team_id, event_id) select 'lost_figures', team_id, id from lost;
