-- Response times of failed answers, which stood among those of the good ones until now. No bytes: written before this column was.
alter table samples add column failed_time bytea not null default '';
alter table sample_requests add column failed_time bytea not null default '';

-- Rates that follow from counts that were kept.
create function pg_temp.per_second(amount jsonb, duration_ms jsonb) returns jsonb language sql immutable as $$
  select to_jsonb(coalesce(round(amount::numeric * 1000 / nullif(duration_ms::numeric, 0), 6), 0))
$$;

create function pg_temp.with_rates(summary jsonb) returns jsonb language sql immutable as $$
  select summary || jsonb_build_object(
    'goodputPerSecond', pg_temp.per_second(summary -> 'done', summary -> 'durationMs'),
    'droppedShare', to_jsonb(round((summary -> 'dropped')::numeric / nullif((summary -> 'planned')::numeric, 0), 9)),
    'connectionsPerSecond', pg_temp.per_second(summary #> '{connections,opened}', summary -> 'durationMs'),
    'bitsPerSecond', jsonb_build_object(
      'sent', pg_temp.per_second(to_jsonb((summary #> '{bytes,sent}')::numeric * 8), summary -> 'durationMs'),
      'received', pg_temp.per_second(to_jsonb((summary #> '{bytes,received}')::numeric * 8), summary -> 'durationMs')))
$$;

-- Every row is written anew: this index is quicker made than kept.
drop index runs_search_idx;
update runs set summary = pg_temp.with_rates(summary) where jsonb_typeof(summary) = 'object';
create index runs_search_idx on runs using gin (search_text gin_trgm_ops);
