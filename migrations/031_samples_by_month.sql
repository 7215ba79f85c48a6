-- Samples by the month of their run, so that a month that nobody keeps goes at once, whatever is in it. A run's samples are all in one month,
-- so that the keys of each part still hold every second once. What was kept before is one part of its own, that of 1970: nothing is written
-- anew, and the tables are read through once to make sure.
set local lock_timeout = '60s';
create table sample_months (
  -- First day, UTC.
  month date primary key check (extract(day from month) = 1)
);
insert into sample_months values ('1970-01-01');

alter table samples rename to samples_before;
alter index samples_pkey rename to samples_before_pkey;
alter index samples_sequence_idx rename to samples_before_sequence_idx;
alter table samples_before add column month date not null default '1970-01-01';
create table samples (
  like samples_before including defaults,
  foreign key (run_id) references runs (id) on delete cascade,
  foreign key (team_id) references teams (id) on delete cascade
) partition by range (month);
alter table samples alter column month drop default;
alter table samples attach partition samples_before for values from ('1970-01-01') to ('1970-02-01');
-- The part has one like it, which becomes part of this one.
create index samples_sequence_idx on samples (run_id, sequence);

alter table sample_requests rename to sample_requests_before;
alter index sample_requests_pkey rename to sample_requests_before_pkey;
alter table sample_requests_before add column month date not null default '1970-01-01';
create table sample_requests (
  like sample_requests_before including defaults,
  foreign key (run_id) references runs (id) on delete cascade,
  foreign key (team_id) references teams (id) on delete cascade
) partition by range (month);
alter table sample_requests alter column month drop default;
alter table sample_requests attach partition sample_requests_before for values from ('1970-01-01') to ('1970-02-01');

-- A month that is listed has its parts; one that is taken off the list loses them, and what is in them.
create function make_sample_month() returns trigger language plpgsql as $$
declare
  named text := to_char(new.month, 'YYYY_MM');
  next date := (new.month + interval '1 month')::date;
begin
  if new.month > '1970-01-01' then
    execute format('create table if not exists %I partition of samples (primary key (run_id, attempt, shard, second)) for values from (%L) to (%L)',
      'samples_' || named, new.month, next);
    execute format('create table if not exists %I partition of sample_requests (primary key (run_id, attempt, second, shard, place)) for values from (%L) to (%L)',
      'sample_requests_' || named, new.month, next);
  end if;
  return null;
end
$$;
create function drop_sample_month() returns trigger language plpgsql as $$
begin
  if old.month > '1970-01-01' then
    execute format('drop table if exists %I, %I', 'samples_' || to_char(old.month, 'YYYY_MM'), 'sample_requests_' || to_char(old.month, 'YYYY_MM'));
  end if;
  return null;
end
$$;
create trigger sample_months_made after insert on sample_months for each row execute function make_sample_month();
create trigger sample_months_dropped after delete on sample_months for each row execute function drop_sample_month();
insert into sample_months select generate_series(date_trunc('month', now() at time zone 'UTC'), now() at time zone 'UTC' + interval '2 months', '1 month')::date;

-- The newest month that has parts: a run always finds a place, even if nobody made this month's.
create function current_sample_month() returns date language sql stable as $$
  select max(month) from sample_months where month <= (now() at time zone 'UTC')::date
$$;
-- Where the run's samples are: given when the run is made, and never changed.
alter table runs add column sample_month date not null default '1970-01-01';
alter table runs alter column sample_month set default current_sample_month();
reset lock_timeout;
