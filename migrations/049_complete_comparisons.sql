-- Kept comparisons and shares say all that the version before writes into them, so that no reader fills in for those of earlier versions. What the version before does not
-- know is not added here: it refuses keys that it does not know. Summaries, points and samples stay as they are: they are too many to be written anew.
-- expand: the version before reads these rows, and writes such rows itself.

-- Whatever is damaged stays as it is.
create function pg_temp.filled(defaults jsonb, one jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(one) = 'object' then defaults || one else one end
$$;

create function pg_temp.all_filled(defaults jsonb, items jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(items) = 'array' then
    (select coalesce(jsonb_agg(pg_temp.filled(defaults, item) order by place), '[]') from jsonb_array_elements(items) with ordinality as each (item, place))
  else items end
$$;

-- Fills what stands under a key of each item.
create function pg_temp.filled_under(key text, defaults jsonb, items jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(items) = 'array' then
    (select coalesce(jsonb_agg(case when item ? key then jsonb_set(item, array[key], pg_temp.filled(defaults, item -> key)) else item end order by place), '[]')
     from jsonb_array_elements(items) with ordinality as each (item, place))
  else items end
$$;

create function pg_temp.whole_comparison(result jsonb) returns jsonb language sql immutable as $$
  select case when result ?& '{base,candidates}' then '{"window": null}' || result || jsonb_build_object(
    'base', pg_temp.filled('{"stageSeconds": [], "resources": null}', result -> 'base'),
    'candidates', pg_temp.all_filled('{"stageSeconds": [], "resources": null, "byRequest": [], "errors": []}', result -> 'candidates'))
  else result end
$$;

-- Of an experiment: [{variant, result}].
create function pg_temp.whole_comparisons(comparisons jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(comparisons) = 'array' then
    (select coalesce(jsonb_agg(case when one ? 'result' then jsonb_set(one, '{result}', pg_temp.whole_comparison(one -> 'result')) else one end order by place), '[]')
     from jsonb_array_elements(comparisons) with ordinality as each (one, place))
  else comparisons end
$$;

update comparisons set result = pg_temp.whole_comparison(result) where result <> pg_temp.whole_comparison(result);

update experiments set result = jsonb_set(result, '{comparisons}', pg_temp.whole_comparisons(result -> 'comparisons'))
where result -> 'comparisons' <> pg_temp.whole_comparisons(result -> 'comparisons');

-- One that waits or is under way says how long its runs warm up.
update experiments set variants = pg_temp.filled_under('plan', '{"warmup": "0s"}', variants)
where state in ('queued', 'running', 'stopping') and variants <> pg_temp.filled_under('plan', '{"warmup": "0s"}', variants);

-- The content of a link that is over is gone.
update shares set content = jsonb_set('{"story": null, "resources": {"sources": [], "points": [], "resolutionSeconds": 1}}' || content,
  '{plan}', pg_temp.filled('{"requests": [], "sequence": false}', content -> 'plan'))
where kind = 'run' and content ? 'plan';

update shares set content = content || jsonb_build_object(
  'basePlan', pg_temp.filled('{"requests": [], "sequence": false}', content -> 'basePlan'),
  'candidatePlans', pg_temp.all_filled('{"requests": [], "sequence": false}', content -> 'candidatePlans'),
  'comparison', pg_temp.whole_comparison(content -> 'comparison'))
where kind = 'comparison' and content ?& '{basePlan,candidatePlans,comparison}';

update shares set content = jsonb_set(content, '{experiment}', (content -> 'experiment') || jsonb_build_object(
  'comparisons', pg_temp.whole_comparisons(content #> '{experiment,comparisons}'),
  'variants', pg_temp.filled_under('plan', '{"requests": [], "sequence": false}', content #> '{experiment,variants}')))
where kind = 'experiment' and content -> 'experiment' ?& '{comparisons,variants}';
