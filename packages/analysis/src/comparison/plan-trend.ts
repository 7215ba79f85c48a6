/** How one metric went over a plan's runs. */
import type { Trend } from '@plimsoll/contracts/trend';
import { computeTrend, readMetric } from '@plimsoll/statistics/trend';
import { listCapacities, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { planNoiseFloor } from './plan-noise-floor.ts';

export interface TrendQuestion {
  readonly teamId: string;
  readonly planId: string;
  readonly metric: Trend['metric'];
}

/** The plan's last 200 completed runs, oldest first, with the changes of level that its noise floor lets through. */
export async function planTrend(db: Db, { teamId, planId, metric }: TrendQuestion): Promise<Trend> {
  const runs = await trendRuns(db, teamId, planId);
  const noiseFloor = (await planNoiseFloor(db, { teamId, planId, except: [] }))?.relative ?? null;
  return {
    metric,
    points: runs.map(({ id, startedAt, summary, validity, tags, verdict, isBaseline, revision }) => {
      return { runId: id, at: startedAt, value: readMetric(summary, metric), validity, tags, isBaseline, verdict, revision };
    }),
    changePoints: computeTrend(runs, metric, noiseFloor).changes.map(({ runId, before, after, change }) => {
      return { runId, before, after, relative: change };
    }),
    noiseFloor,
    capacities: await listCapacities(db, teamId, planId),
  };
}
