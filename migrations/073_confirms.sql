-- The change of a plan's trend that an experiment is to confirm: of which metric, between which two runs.
-- expand: the version before leaves the column alone.
alter table experiments add column confirms jsonb;
