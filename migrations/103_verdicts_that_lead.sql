-- A run that a metric proves better is better than its baseline, though others are undecided or the same: as its sentence said all along.
-- expand: the version before reads either verdict. Those of other plans than the baseline's (`outdated`) stay without one.
update runs set vs_baseline = jsonb_set(vs_baseline, '{verdict}', '"better"')
where vs_baseline ->> 'verdict' in ('not_enough_evidence', 'no_difference')
  and jsonb_typeof(vs_baseline -> 'code') = 'object'
  and vs_baseline -> 'code' ->> 'outdated' is null
  and exists (
    select from jsonb_array_elements(vs_baseline -> 'metrics') as metric
    where metric ->> 'verdict' = 'better'
      and case when vs_baseline @? '$.metrics[*] ? (@.decides == true)' then (metric ->> 'decides')::boolean
        when vs_baseline @? '$.metrics[*].metric ? (@ starts with "firstTokenTime" || @ starts with "interTokenTime")'
        then metric ->> 'metric' ~ '^(throughput|errorRate|(firstTokenTime|interTokenTime)\.p(50|95))$'
        else metric ->> 'metric' in ('throughput', 'errorRate', 'p50', 'p99') end
  );
