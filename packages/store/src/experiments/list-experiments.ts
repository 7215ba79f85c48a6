/** A team's experiments, without their plans and findings. */

import { headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { experimentListSchema } from '@plimsoll/contracts/experiment';
import { activeStates } from '@plimsoll/contracts/run';
import { leadingVerdict, type Verdict, verdictSchema } from '@plimsoll/contracts/verdict';
import type { z } from 'zod';
import type { Db } from '../db.ts';
import { countProgress, type ExperimentRow, readRemarks } from './experiment-row.ts';

const headlineVerdicts = `$.comparisons[*].result.candidates[*].metrics[*] ? (${headlineMetrics.map((metric) => `@.metric == "${metric}"`).join(' || ')}).verdict`;

/** Null without one that this version knows. */
function worstOf(kept: readonly unknown[]): Verdict | null {
  const known = kept.flatMap((one) => verdictSchema.safeParse(one).data ?? []);
  return known.length > 0 ? leadingVerdict(known, 'worst') : null;
}

/** The latest 200, newest first. */
export async function listExperiments(db: Db, teamId: string): Promise<z.infer<typeof experimentListSchema>['items']> {
  type Row = Omit<ExperimentRow, 'result'> & {
    planned: number;
    done: number;
    expected: number | null;
    rate: number | null;
    confirmed: boolean | null;
    noise: number | null;
    verdicts: unknown[];
  };
  const { rows } = await db.query<Row>(
    `SELECT x.id, x.name, x.kind, x.state, x.state_reason, x.ending, x.remarks, x.notes, x.incidents, x.created_at, x.ended_at, (x.result ->> 'expectedRuns')::int AS expected,
       (x.result -> 'capacity' ->> 'rate')::float AS rate, (x.result -> 'capacity' ->> 'confirmed')::boolean AS confirmed,
       (x.result ->> 'noiseFloor')::float AS noise, jsonb_path_query_array(x.result, '${headlineVerdicts}') AS verdicts,
       count(e.position)::int AS planned,
       count(e.position) FILTER (WHERE e.inserted_at IS NOT NULL AND NOT coalesce(r.state = ANY($2), false))::int AS done
     FROM (SELECT * FROM experiments WHERE team_id = $1 ORDER BY ordinal DESC LIMIT 200) x
     LEFT JOIN experiment_runs e ON e.experiment_id = x.id LEFT JOIN runs r ON r.id = e.run_id
     GROUP BY x.id, x.name, x.kind, x.state, x.state_reason, x.ending, x.remarks, x.notes, x.incidents, x.created_at, x.ended_at, x.result, x.ordinal ORDER BY x.ordinal DESC`,
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
      noiseFloor: row.noise,
      verdict: row.kind === 'ab' ? worstOf(row.verdicts) : null,
    },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}
