-- The id of the request that asked for a run or an experiment: log lines of the workers that make it name it, too.
alter table runs add column request_id text;
alter table experiments add column request_id text;
