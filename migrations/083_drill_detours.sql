-- Drills of any target: a run by way of a relay that delays nothing, then one with the delay.
-- expand: the version before drills the demo target only.
alter table runs add column planted_delay_ms double precision;
alter table schedule_outcomes add column reference_run_id uuid references runs (id) on delete set null;
create index schedule_outcomes_reference on schedule_outcomes (reference_run_id) where reference_run_id is not null;
