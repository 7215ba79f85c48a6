/** A team's experiments, without their plans and findings. */

import { decidingOf, headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { experimentListSchema } from '@plimsoll/contracts/experiment-list';
import { carriesAsMuch } from '@plimsoll/contracts/experiment-remark';
import { activeStates } from '@plimsoll/contracts/run';
import { leadingVerdict, metricDeltaSchema, type Verdict } from '@plimsoll/contracts/verdict';
import type { z } from 'zod';
import type { Db } from '../db.ts';
import { countProgress, type ExperimentRow, readRemarks } from './experiment-row.ts';

const candidates = '$.comparisons[*].result.candidates[*]';
const metricsOf = (metrics: readonly string[], of = candidates) =>
  `${of}.metrics[*] ? (${metrics.map((metric) => `@.metric == "${metric}"`).join(' || ')})`;

const keptSchema = metricDeltaSchema.pick({
  ...{ metric: true, delta: true, deltaRelative: true, verdict: true, base: true, candidate: true },
  decides: true,
});
type Kept = z.infer<typeof keptSchema>;

/** Those that this version knows. */
function readMetrics(kept: readonly unknown[]): Kept[] {
  return kept.flatMap((one) => keptSchema.strip().safeParse(one).data ?? []);
}

type Moved = Pick<Kept, 'metric' | 'delta' | 'deltaRelative'>;

/** The verdict that leads those of the metrics that decide, of all candidates, and the one that moved most by it. */
function leadOf(kept: readonly (readonly Kept[])[]): { verdict: Verdict | null; leading: Moved | null } {
  const metrics = kept.flatMap((ofCandidate) => decidingOf(ofCandidate));
  if (metrics.length === 0) return { verdict: null, leading: null };
  const verdict = leadingVerdict(
    metrics.map((one) => one.verdict),
    'listed',
  );
  const size = ({ deltaRelative }: Kept) => Math.abs(deltaRelative ?? 0);
  const moved = verdict === 'worse' || verdict === 'better' ? metrics.filter((one) => one.verdict === verdict) : [];
  const [most] = moved.sort((a, b) => size(b) - size(a));
  return { verdict, leading: most ? { metric: most.metric, delta: most.delta, deltaRelative: most.deltaRelative } : null };
}

/** The setting with the most good answers; `metrics`: goodput of each compared variant, in the order of `places`. */
function bestOf(metrics: readonly Kept[], places: readonly number[], names: readonly string[]) {
  if (metrics.length === 0 || metrics.length !== places.length) return null;
  const found = [
    { place: 0, good: metrics[0]?.base ?? null },
    ...metrics.map(({ candidate }, at) => ({ place: places[at] ?? 0, good: candidate })),
  ];
  const nameOf = ({ place }: { place: number }) => names[place] ?? '';
  const [best, ...others] = found.flatMap(({ place, good }) => (good === null ? [] : [{ place, good }])).sort((a, b) => b.good - a.good);
  if (!best) return null;
  const alike = others.filter(({ good }) => carriesAsMuch(good, best.good)).sort((a, b) => a.place - b.place);
  return { variant: nameOf(best), goodPerSecond: best.good, alike: alike.map(nameOf) };
}

/** The latest 200, newest first. */
export async function listExperiments(db: Db, teamId: string): Promise<z.infer<typeof experimentListSchema>['items']> {
  type Row = Omit<ExperimentRow, 'result'> & {
    planned: number;
    done: number;
    expected: number | null;
    rate: number | null;
    confirmed: boolean | null;
    bounded: boolean;
    noise: number | null;
    headlines: unknown[][] | null;
    goodputs: unknown[];
    places: number[];
    names: string[];
  };
  const { rows } = await db.query<Row>(
    `SELECT x.id, x.name, x.kind, x.state, x.state_reason, x.ending, x.remarks, x.notes, x.incidents, x.created_at, x.ended_at, (x.result ->> 'expectedRuns')::int AS expected,
       (x.result -> 'capacity' ->> 'rate')::float AS rate, (x.result -> 'capacity' ->> 'confirmed')::boolean AS confirmed,
       x.result -> 'capacity' ->> 'interval' IS NOT NULL AS bounded,
       (x.result ->> 'noiseFloor')::float AS noise, (SELECT jsonb_agg(jsonb_path_query_array(c, '${metricsOf(headlineMetrics, '$')}'))
         FROM jsonb_path_query(x.result, '${candidates}') c) AS headlines,
       jsonb_path_query_array(x.result, '${metricsOf(['goodput'])}') AS goodputs, jsonb_path_query_array(x.result, '$.comparisons[*].variant') AS places,
       jsonb_path_query_array(x.variants, '$[*].name') AS names,
       count(e.position)::int AS planned,
       count(e.position) FILTER (WHERE e.inserted_at IS NOT NULL AND NOT coalesce(r.state = ANY($2), false))::int AS done
     FROM (SELECT * FROM experiments WHERE team_id = $1 ORDER BY ordinal DESC LIMIT 200) x
     LEFT JOIN experiment_runs e ON e.experiment_id = x.id LEFT JOIN runs r ON r.id = e.run_id
     GROUP BY x.id, x.name, x.kind, x.state, x.state_reason, x.ending, x.remarks, x.notes, x.incidents, x.created_at, x.ended_at, x.result, x.variants, x.ordinal ORDER BY x.ordinal DESC`,
    [teamId, activeStates],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    stateReason: readRemarks(row).stateReason,
    progress: countProgress(row.state, row.planned, row.done, row.expected === null ? {} : { expectedRuns: row.expected }),
    finding: {
      rate: row.rate,
      confirmed: row.confirmed ?? false,
      atLeast: row.rate !== null && !row.bounded,
      noiseFloor: row.noise,
      ...(row.kind === 'ab' ? leadOf((row.headlines ?? []).map(readMetrics)) : { verdict: null, leading: null }),
      best: row.kind === 'sweep' ? bestOf(readMetrics(row.goodputs), row.places, row.names) : null,
    },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}
