-- The span that a load was asked for in (W3C's traceparent): workers and messages go on in its trace.
-- expand: the version before writes none. It stood among earlier ones for an hour: a database that has those would have been refused for the gap, and one that has it has the columns.
alter table runs add column if not exists trace_parent text;
alter table experiments add column if not exists trace_parent text;
