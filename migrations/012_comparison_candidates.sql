-- A comparison is a base and its candidates. Until now the first pair was the result itself, further pairs stood in `others`, and what
-- several said together was put into words only where it was shown.

alter table comparisons
  -- [[run id]], one list an arm, in order.
  alter column candidate_run_ids type jsonb using jsonb_build_array(to_jsonb(candidate_run_ids)) || other_run_ids,
  drop column other_run_ids;

-- The arm with what a pair said of it. What an older version did not know stays away.
create function pg_temp.candidate_of(pair jsonb) returns jsonb language sql immutable as $$
  select (pair -> 'candidate') || jsonb_object_agg(key, value)
  from jsonb_each(pair) where key in ('comparability', 'metrics', 'byRequest', 'errors', 'sentence')
$$;

-- Of the arms' plans; a letter before each where two are the same.
create function pg_temp.arm_names(arms jsonb) returns text[] language sql immutable as $$
  with named as (
    select place, coalesce(arm #>> '{runs,0,name}', '') as name from jsonb_array_elements(arms) with ordinality as each (arm, place))
  select array_agg(case when (select count(distinct name) < count(*) from named) then chr(64 + place::int) || ' · ' || name else name end order by place)
  from named
$$;

-- `+80.2 %`, or `+0.4 pp` of the error rate.
create function pg_temp.change_text(metric text, change numeric) returns text language sql immutable as $$
  with sized as (
    select abs(change * 100) as size, case when change > 0 then '+' else '−' end as sign, chr(160) as space)
  select case
    when change is null then '–'
    when metric = 'errorRate' then case
      when size < 0.005 then '0.0'
      when size < 1 then sign || round(size, 2)
      else sign || round(size, 1) end || space || 'pp'
    when round(size, 1) = 0 then '0.0' || space || '%'
    when size < 100 then sign || round(size, 1) || space || '%'
    when size < 9999.5 then sign || round(size) || space || '%'
    else sign || regexp_replace(round(size)::text, '(?<=\d)(?=(\d{3})+$)', space, 'g') || space || '%' end
  from sized
$$;

-- `ORM worse (p99 +80.2 %)`: by the metrics that decide; of those that moved, the worst.
create function pg_temp.candidate_words(name text, candidate jsonb) returns text language sql immutable as $$
  with deciding as (
    select metric ->> 'metric' as metric, metric ->> 'verdict' as verdict, (metric ->> 'deltaRelative')::numeric as change, place
    from jsonb_array_elements(candidate -> 'metrics') with ordinality as each (metric, place)
    where metric ->> 'metric' in ('throughput', 'errorRate', 'p50', 'p99')),
  moved as (
    select * from deciding where verdict in ('worse', 'better')
    order by verdict = 'worse' desc, abs(coalesce(change, 0)) desc, place limit 1)
  select name || ' ' || coalesce(
    (select verdict || ' (' || case metric when 'errorRate' then 'errors' else metric end || ' ' || pg_temp.change_text(metric, change) || ')' from moved),
    case when (select coalesce(bool_and(verdict = 'no_difference'), false) from deciding) then 'no difference' else 'not enough evidence' end)
$$;

create function pg_temp.arms_sentence(base jsonb, candidates jsonb) returns text language sql immutable as $$
  with names as (select pg_temp.arm_names(jsonb_build_array(base) || candidates) as names)
  select 'Against ' || names[1] || ': ' || (
    select string_agg(pg_temp.candidate_words(names[place + 1], candidate), ', ' order by place)
    from jsonb_array_elements(candidates) with ordinality as each (candidate, place)) || '.'
  from names
$$;

create function pg_temp.with_candidates(result jsonb) returns jsonb language plpgsql immutable as $$
declare
  candidates jsonb;
begin
  if not result ? 'candidate' then
    return result;
  end if;
  select jsonb_agg(pg_temp.candidate_of(pair) order by place) into candidates
  from jsonb_array_elements(jsonb_build_array(result) || coalesce(result -> 'others', '[]')) with ordinality as each (pair, place);
  return result - '{candidate,comparability,metrics,byRequest,errors,others}'::text[] || jsonb_build_object(
    'candidates', candidates,
    'sentence', case when jsonb_array_length(candidates) > 1 then to_jsonb(pg_temp.arms_sentence(result -> 'base', candidates))
      else result -> 'sentence' end);
end
$$;

-- Of an experiment: [{variant, result}].
create function pg_temp.comparisons_with_candidates(comparisons jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(one || jsonb_build_object('result', pg_temp.with_candidates(one -> 'result')) order by place), '[]')
  from jsonb_array_elements(comparisons) with ordinality as each (one, place)
$$;

update comparisons set result = pg_temp.with_candidates(result);

update experiments set result = result || jsonb_build_object('comparisons', pg_temp.comparisons_with_candidates(result -> 'comparisons'))
where jsonb_typeof(result -> 'comparisons') = 'array';

-- The content of a revoked link is gone.
update shares set content = content - '{candidatePlan,otherPlans}'::text[] || jsonb_build_object(
  'candidatePlans', jsonb_build_array(content -> 'candidatePlan') || coalesce(content -> 'otherPlans', '[]'),
  'comparison', pg_temp.with_candidates(content -> 'comparison'))
where kind = 'comparison' and content ? 'candidatePlan' and content ? 'comparison';

update shares set content = jsonb_set(content, '{experiment,comparisons}',
  pg_temp.comparisons_with_candidates(content #> '{experiment,comparisons}'))
where kind = 'experiment' and jsonb_typeof(content #> '{experiment,comparisons}') = 'array';
