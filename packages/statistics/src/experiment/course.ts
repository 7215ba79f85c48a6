/** How the always-valid interval of the median's change closed in, pair by pair. */
import type { CoursePoint } from '@plimsoll/contracts/foreseen-power';
import type { RunSeries } from '../bootstrap/run-series.ts';
import { medianPairs } from '../bootstrap/together.ts';
import { alwaysValid } from './always-valid.ts';

const mostPoints = 120;

/** Of runs made at once, in pairs by their order. `plannedSeconds`: of load, in all; it is narrowest around there. */
export function intervalCourse(base: readonly RunSeries[], candidate: readonly RunSeries[], plannedSeconds: number): CoursePoint[] {
  const { ofBlocks, blockSeconds } = medianPairs(base, candidate);
  const known = ofBlocks.filter(Number.isFinite);
  const planned = plannedSeconds / blockSeconds;
  const step = Math.max(1, Math.ceil(known.length / mostPoints));
  const points: CoursePoint[] = [];
  for (let pairs = known.length; pairs > 0; pairs -= step) {
    const interval = alwaysValid(known.subarray(0, pairs), planned);
    if (!interval) break;
    const { low, high } = interval;
    points.push({ second: pairs * blockSeconds, middle: Math.expm1((low + high) / 2), low: Math.expm1(low), high: Math.expm1(high) });
  }
  return points.reverse();
}
