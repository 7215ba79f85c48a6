-- Where a team's traces are shown: an address with {traceId} in it. Null: nowhere.
-- expand: the version before does not read it.
alter table teams add column trace_url text check (length(trace_url) <= 2000);
