-- The busiest single thread of the target: its share of one core, and for how much of the time it was runnable without one.
alter table resource_points add column busiest_thread double precision;
alter table resource_points add column waited_for_core double precision;
