-- The noise floor of each metric: a noisy p99 must not blunt what is said about throughput.
alter table plans add column noise_floors jsonb;
