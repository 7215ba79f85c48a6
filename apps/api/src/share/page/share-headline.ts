/** The one figure of a share that a preview, an embed and a badge lead with. */

import type { Summary } from '@plimsoll/contracts/summary';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { sharedRunWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { metricInterval } from '@plimsoll/wording/metric-figures';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { formatUs } from '@plimsoll/wording/time';

/** `95 % interval +21.0 % … +33.4 %`, or that there is none. */
export function intervalText(metric: MetricDelta): string {
  const range = metricInterval(metric);
  return range === null ? compareWords.noInterval : sharedTableWords.intervalOf({ range });
}

/** `p99 84.2 ms · 17 840/s` */
export function summaryText(summary: Summary): string {
  return sharedRunWords.short({ p99: formatUs(summary.responseTime.p99Us), rate: formatRate(measuredThroughput(summary)) });
}
