/** The one figure of a share that a preview, an embed and a badge lead with. */

import type { Summary } from '@plimsoll/contracts/run';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { metricInterval } from '@plimsoll/wording/metric-figures';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { formatUs } from '@plimsoll/wording/time';

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
  return range === null ? sharedWord('sharedTable.noInterval') : sharedWord('sharedTable.intervalOf', { range });
}

/** `p99 84.2 ms · 17 840/s` */
export function summaryText(summary: Summary): string {
  return sharedWord('sharedRun.short', { p99: formatUs(summary.responseTime.p99Us), rate: formatRate(measuredThroughput(summary)) });
}
