/** Did the run pass? Each threshold of the plan against the measured seconds; also usable while the run goes on. */
import type { HistogramName, Sample } from '@plimsoll/contracts/sample';
import { parseThreshold, type Threshold, type ThresholdMetric, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { bySecond, finishedOf, lengthOf } from './counts.ts';
import { type Histogram, meanOf, merge, valueAt } from './histogram.ts';

const histogramOf: Partial<Record<ThresholdMetric, HistogramName>> = {
  p: 'responseTime',
  mean: 'responseTime',
  max: 'responseTime',
  service_p: 'serviceTime',
  ttfb_p: 'timeToFirstByte',
  lateness_p: 'sendLateness',
};

/**
 * One result per expression, in order. Nothing measured gives a null
 * value, and that does not pass: a threshold that could not be checked is not kept. Warm-up is left out.
 */
export function evaluateThresholds(expressions: readonly string[], samples: readonly Sample[]): ThresholdResult[] {
  const measured = samples.filter((sample) => !sample.warmup);
  const merged = new Map<HistogramName, Histogram>();
  const histogram = (name: HistogramName): Histogram => {
    const known = merged.get(name) ?? merge(measured.map((sample) => sample.histograms[name]));
    merged.set(name, known);
    return known;
  };
  return expressions.map((expression) => {
    const threshold = parseThreshold(expression);
    if ('error' in threshold) return { expression, value: null, passed: false };
    const value = measuredValue(threshold, measured, histogram);
    return { expression: threshold.expression, value, passed: value !== null && holds(threshold, value) };
  });
}

function measuredValue(threshold: Threshold, measured: readonly Sample[], histogram: (name: HistogramName) => Histogram): number | null {
  const { metric, percentile } = threshold;
  const name = histogramOf[metric];
  if (name) {
    if (metric === 'mean') return meanOf(histogram(name));
    return valueAt(histogram(name), metric === 'max' ? 100 : (percentile ?? 100));
  }
  if (measured.length === 0) return null;
  const sum = (of: (sample: Sample) => number) => measured.reduce((total, sample) => total + of(sample), 0);
  if (metric === 'dropped') return sum((sample) => sample.dropped);
  const finished = sum((sample) => finishedOf(sample.outcomes));
  if (metric === 'error_rate') return finished > 0 ? sum((sample) => sample.failed) / finished : null;
  const lengthMs = bySecond(measured).reduce((total, { shards }) => total + lengthOf(shards), 0);
  return finished / (lengthMs / 1000);
}

function holds({ operator, limit }: Threshold, value: number): boolean {
  if (operator === '<') return value < limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : value >= limit;
}
