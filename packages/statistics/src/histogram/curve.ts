/** The percentile curve of a run: how far the tail reaches, by equal steps of −log10(1 − p). */
import type { Curve } from '@plimsoll/contracts/curve';
import type { Sample } from '@plimsoll/contracts/sample';
import type { HistogramName } from '@plimsoll/contracts/times';
import { type Histogram, merge, valuesAt } from './histogram.ts';

/** 20 steps a nine: p90 is the 20th, p99 the 40th, p99.9 the 60th, exactly. */
const stepsPerNine = 20;
const mostNines = 6;

/** From p0 to the last nine that the number of values carries, then p100. */
export function curveOfHistogram(histogram: Histogram): [number, number][] {
  if (histogram.total === 0) return [];
  const nines = Math.min(mostNines, Math.log10(histogram.total));
  const percentiles: number[] = [];
  for (let step = 0; step <= nines * stepsPerNine; step++) percentiles.push(percentileAt(step));
  percentiles.push(100);
  const values = valuesAt(histogram, percentiles);
  return percentiles.map((percentile, index) => [percentile, values[index] as number]);
}

/** Rounded to what a double of a percentage holds, so that whole nines come out as 90, 99, 99.9 … */
function percentileAt(step: number): number {
  return Number((100 - 100 * 10 ** (-step / stepsPerNine)).toFixed(10));
}

/** Curves of response and service time of the measured seconds. */
export function computeCurve(samples: readonly Sample[]): Curve {
  const curve = (name: HistogramName) =>
    curveOfHistogram(merge(samples.filter((sample) => !sample.warmup).map((sample) => sample.histograms[name])));
  return { responseTime: curve('responseTime'), serviceTime: curve('serviceTime') };
}
