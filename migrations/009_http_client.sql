-- A plan names the HTTP client that drives its load, an environment the one that did. Until now that was always our own sockets, the
-- wire, whose version is Plimsoll's; undici was named, and sent nothing.

create function pg_temp.on_wire(plan jsonb) returns jsonb language sql immutable as $$
  select plan || jsonb_build_object('connection',
    case jsonb_typeof(plan -> 'connection') when 'object' then plan -> 'connection' else '{}' end || '{"client": "wire"}')
$$;

-- Of an environment, or of the versions of a share; neither may be known.
create function pg_temp.by_wire(environment jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(environment) when 'object'
    then environment - 'undici' || jsonb_build_object('client', concat_ws(' ', 'wire', environment ->> 'plimsoll'))
    else environment end
$$;

create function pg_temp.plans_on_wire(plans jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(pg_temp.on_wire(plan) order by place), '[]') from jsonb_array_elements(plans) with ordinality as each (plan, place)
$$;

create function pg_temp.variants_on_wire(variants jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(variant || jsonb_build_object('plan', pg_temp.on_wire(variant -> 'plan')) order by place), '[]')
  from jsonb_array_elements(variants) with ordinality as each (variant, place)
$$;

-- Another undici on either side was no difference between the runs. Where nothing else was, they were alike.
create function pg_temp.without_undici(result jsonb) returns jsonb language plpgsql immutable as $$
declare
  comparability jsonb := result -> 'comparability';
  kept jsonb := jsonb_path_query_array(comparability, '$.differences[*] ? (@.field != "environment.undici")');
  sentence text := comparability ->> 'sentence';
begin
  if kept = comparability -> 'differences' then
    return result;
  end if;
  if jsonb_path_exists(kept, '$[*] ? (@.field != "environment.worker")') then
    sentence := regexp_replace(sentence, '(, | and )generator''s undici', '');
    -- The first of a list.
    sentence := regexp_replace(sentence, 'generator''s undici(, | and )', '');
    comparability := comparability || jsonb_build_object('sentence', sentence);
  else
    comparability := comparability || '{"grade": "same", "sentence": "Same plan, same kind of generator: like with like."}';
  end if;
  return result || jsonb_build_object('comparability', comparability || jsonb_build_object('differences', kept));
end
$$;

-- One base against several: the first pair is the result itself.
create function pg_temp.compared(result jsonb) returns jsonb language sql immutable as $$
  select pg_temp.without_undici(result) || case when result ? 'others' then jsonb_build_object('others', (
    select coalesce(jsonb_agg(pg_temp.without_undici(other) order by place), '[]')
    from jsonb_array_elements(result -> 'others') with ordinality as each (other, place))) else '{}' end
$$;

-- Of an experiment: [{variant, result}].
create function pg_temp.comparisons_without_undici(comparisons jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(one || jsonb_build_object('result', pg_temp.without_undici(one -> 'result')) order by place), '[]')
  from jsonb_array_elements(comparisons) with ordinality as each (one, place)
$$;

update plans set plan = pg_temp.on_wire(plan);

-- Every row is written anew: this index is quicker made than kept.
drop index runs_search_idx;
update runs set plan = pg_temp.on_wire(plan), environment = pg_temp.by_wire(environment);
create index runs_search_idx on runs using gin (search_text gin_trgm_ops);

update run_shards set environment = pg_temp.by_wire(environment) where environment is not null;

update experiments set variants = pg_temp.variants_on_wire(variants),
  result = result || case when result ? 'comparisons'
    then jsonb_build_object('comparisons', pg_temp.comparisons_without_undici(result -> 'comparisons')) else '{}' end;

update comparisons set result = pg_temp.compared(result);

update shares set content = content || case kind
  when 'run' then jsonb_build_object(
    'plan', pg_temp.on_wire(content -> 'plan'),
    'versions', pg_temp.by_wire(content -> 'versions'))
  when 'comparison' then jsonb_build_object(
    'basePlan', pg_temp.on_wire(content -> 'basePlan'),
    'candidatePlan', pg_temp.on_wire(content -> 'candidatePlan'),
    'otherPlans', pg_temp.plans_on_wire(coalesce(content -> 'otherPlans', '[]')),
    'comparison', pg_temp.compared(content -> 'comparison'))
  else jsonb_build_object('experiment', content -> 'experiment' || jsonb_build_object(
    'variants', pg_temp.variants_on_wire(content #> '{experiment,variants}'),
    'comparisons', pg_temp.comparisons_without_undici(content #> '{experiment,comparisons}')))
  end;
