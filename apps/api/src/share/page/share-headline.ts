/** The one figure of a share that a preview, an embed and a badge lead with. */

import { leadingTime } from '@plimsoll/contracts/leading-time';
import type { StreamsOfPlan } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricShortWords } from '@plimsoll/wording/en/names';
import { sharedRunWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { metricInterval } from '@plimsoll/wording/metric-figures';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { formatUs } from '@plimsoll/wording/time';

/** `95 % interval +21.0 % … +33.4 %`, or that there is none. */
export function intervalText(metric: MetricDelta): string {
  const range = metricInterval(metric);
  return range === null ? compareWords.noInterval : sharedTableWords.intervalOf({ range });
}

/** `p99 84.2 ms · 17 840/s`, `p95 TTFT 320 ms · 12/s` */
export function summaryText(summary: Summary, plan: StreamsOfPlan): string {
  const { metric, us } = leadingTime(summary, plan);
  return sharedRunWords.short({ metric: metricShortWords[metric], time: formatUs(us), rate: formatRate(measuredThroughput(summary)) });
}
