/** The one figure of a share that a preview, an embed and a badge lead with. */
import { formatRate, formatUs } from '@plimsoll/contracts/figures';
import { metricInterval, worstFirst } from '@plimsoll/contracts/metric-figures';
import type { Summary } from '@plimsoll/contracts/run';
import { headlineMetrics, type MetricDelta, type Verdict } from '@plimsoll/contracts/verdict';

export type Tone = 'good' | 'bad' | 'warn' | 'even';
export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  better: 'good',
  worse: 'bad',
  no_difference: 'even',
  not_enough_evidence: 'warn',
};

/** The worst of the metrics that decide; p99 where nothing changed, since people ask for it. */
export function headlineOf(metrics: readonly MetricDelta[]): MetricDelta | null {
  const deciding = worstFirst(metrics).filter(({ metric }) => (headlineMetrics as readonly string[]).includes(metric));
  const moved = deciding.find(({ verdict }) => verdict === 'worse' || verdict === 'better');
  return moved ?? deciding.find(({ metric }) => metric === 'p99') ?? deciding[0] ?? null;
}

/** `95 % interval +21.0 % … +33.4 %`, or that there is none. */
export function intervalText(metric: MetricDelta): string {
  const range = metricInterval(metric);
  return range === null ? 'no interval' : `95 % interval ${range}`;
}

/** `p99 84.2 ms · 17 840/s` */
export function summaryText(summary: Summary): string {
  return `p99 ${formatUs(summary.responseTime.p99Us)} · ${formatRate(summary.throughputPerSecond)}`;
}
