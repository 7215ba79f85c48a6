/** How the always-valid interval of each candidate of an experiment closes in, its runs under way included. */
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { intervalCourse } from '@plimsoll/statistics/course';
import type { Db } from '@plimsoll/store/db';
import { pairedSeries, type RunPair } from '../comparison/paired-runs.ts';

export interface CourseQuestion {
  readonly teamId: string;
  /** Seconds of load that are planned in all. */
  readonly plannedSeconds: number;
  readonly candidates: readonly { readonly variant: number; readonly pairs: readonly RunPair[] }[];
}

export async function experimentCourse(db: Db, { teamId, plannedSeconds, candidates }: CourseQuestion): Promise<ExperimentCourse> {
  const items: ExperimentCourse['items'] = [];
  for (const { variant, pairs } of candidates) {
    const series = await pairedSeries(db, teamId, pairs);
    const of = series && series.of !== 'p50' ? { of: series.of } : {};
    items.push({ variant, ...of, points: series ? intervalCourse(series.base, series.candidate, plannedSeconds) : [] });
  }
  return { items };
}
