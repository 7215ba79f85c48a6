-- The span that a load was asked for in (W3C's traceparent): workers and messages go on in its trace.
-- expand: the version before writes none.
alter table runs add column trace_parent text;
alter table experiments add column trace_parent text;
