/** How one metric went over a plan's runs. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Confirmation, Trend } from '@plimsoll/contracts/trend';
import { leadingClaim, worseBy } from '@plimsoll/contracts/verdict';
import { computeTrend, readMetric } from '@plimsoll/statistics/trend';
import { type Confirming, listCapacities, listConfirming, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { openKeptSearches } from './kept-searches.ts';
import { planNoiseFloor } from './plan-noise-floor.ts';

const movedBy = 2;

const searches = openKeptSearches();

export interface TrendQuestion {
  readonly teamId: string;
  readonly planId: string;
  readonly metric: Trend['metric'];
}

/** The plan's last 200 completed runs, oldest first, with the changes of level that its noise floor lets through. */
export async function planTrend(db: Db, { teamId, planId, metric }: TrendQuestion): Promise<Trend> {
  const runs = await trendRuns(db, teamId, planId);
  const confirming = await listConfirming(db, teamId, planId, metric);
  const places = new Map(runs.map(({ id }, place) => [id, place]));
  const floor = await planNoiseFloor(db, { teamId, planId, except: [] });
  const noiseFloor = floor?.metrics[metric] ?? floor?.relative ?? null;
  return {
    metric,
    points: runs.map(({ id, startedAt, summary, validity, tags, verdict, isBaseline, revision }) => {
      return { runId: id, at: startedAt, value: readMetric(summary, metric), validity, tags, isBaseline, verdict, revision };
    }),
    changePoints: computeTrend(runs, metric, noiseFloor, searches.of(planId, metric)).changes.flatMap(
      ({ runId, lastBefore, before, after, change, isNoise }) => {
        const at = places.get(runId) ?? 0;
        // Later runs may move it by one or two.
        const between = ({ confirms }: Confirming) =>
          (places.get(confirms.before) ?? Number.POSITIVE_INFINITY) - movedBy < at && at <= (places.get(confirms.after) ?? -1) + movedBy;
        const confirmation = confirmationOf(confirming.find(between), change, metric);
        // One that somebody looked into is told for what that found.
        return isNoise && confirmation === null ? [] : [{ runId, lastBefore, before, after, relative: change, confirmation }];
      },
    ),
    noiseFloor,
    capacities: await listCapacities(db, teamId, planId),
  };
}

function confirmationOf(found: Confirming | undefined, change: number, metric: ComparedMetric): Confirmation | null {
  if (!found) return null;
  const { experimentId, state, found: delta } = found;
  const verdict = delta && leadingClaim(delta).verdict;
  const way = worseBy(metric, change) > 0 ? 'worse' : 'better';
  return { experimentId, state, verdict, confirmed: state === 'completed' && verdict === way };
}
