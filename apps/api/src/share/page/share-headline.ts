/** The one figure of a share that a preview, an embed and a badge lead with. */

import type { Summary } from '@plimsoll/contracts/run';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { formatRate, formatUs } from '@plimsoll/wording/figures';
import { metricInterval } from '@plimsoll/wording/metric-figures';

export type Tone = 'good' | 'bad' | 'warn' | 'even';
export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  better: 'good',
  worse: 'bad',
  no_difference: 'even',
  not_enough_evidence: 'warn',
};

/** `95 % interval +21.0 % … +33.4 %`, or that there is none. */
export function intervalText(metric: MetricDelta): string {
  const range = metricInterval(metric);
  return range === null ? 'no interval' : `95 % interval ${range}`;
}

/** `p99 84.2 ms · 17 840/s` */
export function summaryText(summary: Summary): string {
  return `p99 ${formatUs(summary.responseTime.p99Us)} · ${formatRate(summary.throughputPerSecond)}`;
}
