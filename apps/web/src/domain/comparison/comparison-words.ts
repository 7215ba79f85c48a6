/** A comparison in words. */
import type { MetricDelta } from '@plimsoll/contracts/verdict';

export { metricChange, metricColumn, metricInterval, worstFirst } from '@plimsoll/wording/metric-figures';

/** Half-width of the interval axis: wide enough for most rows, at most a doubling. */
export function findReach(metrics: readonly MetricDelta[], minimumEffect: number): number {
  const ends = metrics.flatMap(({ interval, deltaRelative }) =>
    interval ? [Math.abs(interval.low), Math.abs(interval.high)] : [Math.abs(deltaRelative ?? 0)],
  );
  return Math.min(1, Math.max(minimumEffect * 3, ...ends) * 1.1);
}
