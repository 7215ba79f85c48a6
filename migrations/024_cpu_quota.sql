-- Cores that the target's control group may use in all, where it has a CPU quota; null where it has none, or nobody told.
alter table resource_sources add column quota_cores double precision check (quota_cores > 0);
