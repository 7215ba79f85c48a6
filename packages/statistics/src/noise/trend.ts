/** A plan's history of one metric: where its level changed. */
import { type ComparedMetric, isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { readFigure } from '@plimsoll/contracts/read-figure';
import { hasMixedTimes, type Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import { leastEffect, leastErrorRateEffect } from '../comparison/deltas/judged.ts';
import { type ChangeSearch, changePoints } from './change-points.ts';
import { comparableRuns, type PlacedRun } from './comparable-runs.ts';

export interface TrendRun extends PlacedRun {
  readonly id: string;
  readonly startedAt: string;
  readonly summary: Summary;
  readonly validity?: Validity | null;
}

export interface TrendChange {
  /** First run at the new level, and the last one before it. */
  readonly runId: string;
  readonly lastBefore: string;
  readonly startedAt: string;
  readonly before: number;
  readonly after: number;
  /** after / before − 1; for the error rate the difference. */
  readonly change: number;
  /** Is it smaller than what the setup can see? */
  readonly isNoise: boolean;
}

export interface Trend {
  readonly metric: ComparedMetric;
  readonly points: readonly { readonly runId: string; readonly startedAt: string; readonly value: number }[];
  readonly changes: readonly TrendChange[];
}

/** The most runs looked at, the newest: a search that has kept nothing grows with their square. */
export const mostTrendRuns = 300;

/** A compared metric as a run's summary has it; null for times of a run that timed failed answers together with good ones. */
export function readMetric(summary: Summary, metric: ComparedMetric): number | null {
  const { times, needs } = rowOfMetric(metric);
  return times !== null && needs === null && hasMixedTimes(summary) ? null : readFigure(summary, metric);
}

/**
 * Runs in any order; invalid ones, those in which the metric was not measured, and those that cannot be compared with the newest are left out. δ as for
 * comparisons, of this metric's floor. Over {@link mostTrendRuns} at most. `search`: one that has looked at this metric of the plan before answers sooner, and the same.
 */
export function computeTrend(
  runs: readonly TrendRun[],
  metric: ComparedMetric,
  noiseFloor: number | null = null,
  search: ChangeSearch = { look: changePoints },
): Trend {
  const trusted = runs
    .filter(({ validity }) => validity?.stamp !== 'invalid')
    .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const points = comparableRuns(trusted)
    .map(({ id, startedAt, summary }) => ({ runId: id, startedAt, value: readMetric(summary, metric) }))
    .filter((point): point is typeof point & { value: number } => point.value !== null)
    .slice(-mostTrendRuns);
  const changes = search.look(points.map(({ value }) => value)).map(({ index, before, after }): TrendChange => {
    const { runId, startedAt } = points[index] as (typeof points)[number];
    const lastBefore = points[index - 1]?.runId ?? runId;
    const change = isAbsolute(metric) ? after - before : before === 0 ? 0 : after / before - 1;
    const limit = isAbsolute(metric) ? leastErrorRateEffect : Math.max(leastEffect, noiseFloor ?? 0);
    return { runId, lastBefore, startedAt, before, after, change, isNoise: Math.abs(change) <= limit };
  });
  return { metric, points, changes };
}
