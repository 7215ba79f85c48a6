-- A key says in a column what it made. Until now "experiment " stood before the key of an experiment, and nothing before that of a run;
-- a run's own key may begin with that word, so what was made decides.
alter table idempotency_keys add column kind text not null default 'run' check (kind in ('run', 'experiment'));
alter table idempotency_keys rename column run_id to made_id;
alter table idempotency_keys drop constraint idempotency_keys_pkey, add primary key (team_id, kind, key);

update idempotency_keys set kind = 'experiment', key = substr(key, length('experiment ') + 1)
where key like 'experiment %' and not exists (select from runs where id = made_id);

alter table idempotency_keys alter column kind drop default;
