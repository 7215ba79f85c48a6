/** The figures of a compared metric, in its unit. */

import { isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { formatChange, formatPoints, formatRate, formatShare, formatUs, timeUnit } from './figures.ts';

const order: Record<Verdict, number> = { worse: 0, better: 1, not_enough_evidence: 2, no_difference: 3 };

/** Worst first: the verdict, then the size of the change. */
export function worstFirst(metrics: readonly MetricDelta[]): MetricDelta[] {
  return [...metrics].sort(
    (a, b) => order[a.verdict] - order[b.verdict] || Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0),
  );
}

export function metricValue(metric: MetricDelta, value: number | null): string {
  if (value === null) return '–';
  const { unit } = rowOfMetric(metric.metric);
  if (unit === 'share') return formatShare(value);
  if (unit === 'perSecond') return formatRate(value);
  return formatUs(value, timeUnit([metric.base, metric.candidate]));
}

export function metricChange(metric: MetricDelta, value: number | null = metric.deltaRelative): string {
  return isAbsolute(metric.metric) ? formatPoints(value) : formatChange(value);
}

const farthest = 9.99;

function endOf(metric: MetricDelta, value: number): string {
  return value > farthest ? `> ${metricChange(metric, farthest)}` : metricChange(metric, value);
}

/** `+21.0 % … +33.4 %`; beyond ten times the base the digits of an end say nothing. Null without an interval. */
export function metricInterval(metric: MetricDelta): string | null {
  const { interval } = metric;
  return interval && `${endOf(metric, interval.low)} … ${endOf(metric, interval.high)}`;
}
