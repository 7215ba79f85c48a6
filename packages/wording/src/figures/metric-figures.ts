/** The figures of a compared metric, in its unit. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { type MetricDelta, rowOfVerdict, worseAtMost, worseBy } from '@plimsoll/contracts/verdict';
import { formatChange, formatLeastChange, formatPoints } from './share.ts';
import { formatUs, timeColumn, timeUnit } from './time.ts';
import { unitFigure } from './unit-figure.ts';

/** Worst first: the verdict, then the size of the change. */
export function worstFirst(metrics: readonly MetricDelta[]): MetricDelta[] {
  return [...metrics].sort(
    (a, b) =>
      rowOfVerdict(a.verdict).listed - rowOfVerdict(b.verdict).listed || Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0),
  );
}

/** One figure of a metric; times in the unit that suits both arms. */
export function metricValue(metric: Pick<MetricDelta, 'metric' | 'base' | 'candidate'>, value: number | null): string {
  return unitFigure(rowOfMetric(metric.metric).unit, value, (us) => formatUs(us, timeUnit([metric.base, metric.candidate])));
}

/**
 * Writes the figures of metrics that stand in one table: all times in one unit, base and candidate alike.
 */
export function metricColumn(
  metrics: Iterable<Pick<MetricDelta, 'metric' | 'base' | 'candidate'>>,
): (metric: ComparedMetric, value: number | null) => string {
  const times = [...metrics].filter(({ metric }) => rowOfMetric(metric).unit === 'us');
  const time = timeColumn(times.flatMap(({ base, candidate }) => [base, candidate]));
  return (metric, value) => unitFigure(rowOfMetric(metric).unit, value, time);
}

/** `+4.0 %`, `10.5 ×`, or `+0.40 pp` of the error rate. */
export function changeFigure(metric: ComparedMetric, value: number | null): string {
  return isAbsolute(metric) ? formatPoints(value) : formatChange(value);
}

/** A least change without its sign: `3 %`, or `0.10 pp` of the error rate. */
export function limitFigure(metric: ComparedMetric, value: number): string {
  return isAbsolute(metric) ? formatPoints(value).replace('+', '') : formatLeastChange(value);
}

export function metricChange(metric: MetricDelta, value: number | null = metric.deltaRelative): string {
  return changeFigure(metric.metric, value);
}

const farthest = 9;

function formatEnd(metric: ComparedMetric, value: number): string {
  return value > farthest ? `> ${changeFigure(metric, farthest)}` : changeFigure(metric, value);
}

/** How much worse it may be at most: `≤ +10.8 %`, of a rate `≥ −4.0 %`. Null where nothing tells. */
export function worstCase(delta: Pick<MetricDelta, 'metric' | 'interval'>): string | null {
  const { metric } = delta;
  const worst = worseAtMost(delta);
  if (worst === null) return null;
  const end = worseBy(metric, worst);
  if (end > farthest) return null;
  return `${worseBy(metric, 1) > 0 ? '≤' : '≥'}\u00a0${changeFigure(metric, end)}`;
}

/** `+21.0 % … +33.4 %`; beyond ten times the base the digits of an end say nothing. Null without an interval. */
export function metricInterval({ metric, interval }: Pick<MetricDelta, 'metric' | 'interval'>): string | null {
  return interval && `${formatEnd(metric, interval.low)} … ${formatEnd(metric, interval.high)}`;
}
