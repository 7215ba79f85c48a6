-- Phases of a connection beside its whole time. No bytes stand for an empty histogram.
alter table samples
  add column dns_time bytea not null default '',
  add column tcp_time bytea not null default '',
  add column tls_time bytea not null default '';

-- One second of one shard, request by request, for plans with several. The sample's own row has their sum.
create table sample_requests (
  run_id uuid not null references runs (id) on delete cascade,
  attempt integer not null,
  second integer not null,
  shard integer not null,
  -- Of the request in the plan, from 0.
  place integer not null,
  name text not null,
  team_id text not null references teams (id) on delete cascade,
  counts jsonb not null,
  response_time bytea not null,
  service_time bytea not null,
  time_to_first_byte bytea not null,
  -- Read by stretches of seconds.
  primary key (run_id, attempt, second, shard, place)
);

-- A plan with several requests is found by their names and URLs.
alter table runs drop column search_text;
alter table runs add column search_text text not null generated always as (lower(
  name || ' ' || coalesce(plan -> 'target' ->> 'url', '') || ' ' || note || ' ' || tags::text
  || coalesce(nullif(jsonb_path_query_array(plan, '$.requests[*].name')::text, '[]'), '')
  || coalesce(nullif(jsonb_path_query_array(plan, '$.requests[*].url')::text, '[]'), ''))) stored;
create index runs_search_idx on runs using gin (search_text gin_trgm_ops);

-- Which revision of its plan a run was made with: a trend goes on over an edited plan, but says where.
alter table runs add column plan_revision integer;
