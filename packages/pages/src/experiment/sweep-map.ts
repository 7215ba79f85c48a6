/** The map of a sweep: one figure of each variant by one or two settings, its knee, and the best. */
import type { PercentileMetric } from '@plimsoll/contracts/compared-metric';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, runFailureWords } from '@plimsoll/wording/en/names';
import { highestSentence } from '@plimsoll/wording/highest-sentence';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type HeatCell, HeatMap } from './heat-map.ts';
import type { Variant } from './variant-table.ts';

/** A median of {@link Variant.times}. */
const median = (metric: PercentileMetric) => ({
  read: ({ times }: Variant) => times.find((one) => one.metric === metric)?.us ?? null,
  times: true,
  title: () => metricWords[metric],
});

/** `times`: in µs, and the lower the better; of the others the higher. */
const mapped = {
  throughput: { read: ({ throughput }: Variant) => throughput, times: false, title: () => experimentWords.mapThroughput },
  p99: { read: ({ p99Us }: Variant) => p99Us, times: true, title: () => metricWords.p99 },
  tokens: { read: ({ tokensPerSecond }: Variant) => tokensPerSecond, times: false, title: () => metricWords.tokensPerSecond },
  ttft: { read: ({ ttftP95Us }: Variant) => ttftP95Us, times: true, title: () => metricWords['firstTokenTime.p95'] },
  itl: { read: ({ itlP95Us }: Variant) => itlP95Us, times: true, title: () => metricWords['interTokenTime.p95'] },
  firstMessage: median('firstMessageTime.p50'),
  messageGap: median('messageGap.p50'),
  roundTrip: median('messageRoundTrip.p50'),
  publish: median('publishTime.p50'),
} as const;
export type MapMetric = keyof typeof mapped;
export const mapMetrics = Object.keys(mapped) as [MapMetric, ...MapMetric[]];

/** Those that can be chosen: of streams where one variant has them, in place of p99 of the whole answer. */
export function shownMetrics(variants: readonly Variant[]): { readonly value: MapMetric; readonly label: string }[] {
  const usual = mapMetrics.filter((one) => {
    if (one === 'throughput') return true;
    if (one === 'p99') return variants.every(({ times }) => times.some(({ metric }) => metric === 'p99'));
    return variants.some((variant) => mapped[one].read(variant) !== null);
  });
  return usual.map((value) => ({
    value,
    label: value === 'throughput' || value === 'p99' ? experimentWords[value] : mapped[value].title(),
  }));
}

interface Props {
  readonly map: NonNullable<SharedExperiment['experiment']['map']>;
  readonly variants: readonly Variant[];
  /** The place of the variant after which more load gains nothing. */
  readonly knee: number | null;
  readonly metric?: MapMetric;
  /** Stands for a figure that is not known. */
  readonly unknown?: string;
  /** The sentence that stands above already. */
  readonly said?: string;
  /** Beside the title. */
  readonly children?: ReactNode;
}

export function SweepMap({ map, variants, knee, metric = 'throughput', unknown = '–', said, children }: Props): ReactNode {
  const { read, times, title: name } = mapped[metric];
  const unit = timeUnit(times ? variants.map(read) : []);
  const show = (value: number) => (times ? formatUs(value, unit) : formatSignificant(value));
  const makeCell = (at: number | null): HeatCell | null => {
    const one = at === null ? undefined : variants[at];
    if (!one) return null;
    const failed = judgeFailedShare(one.errorRate);
    if (failed === 'all_failed') return { value: null, text: runFailureWords.allFailed, tone: 'bad' };
    const value = read(one);
    return {
      value,
      text: value === null ? unknown : show(value),
      ...(one.errorRate ? { note: experimentWords.errorsIn({ share: formatShare(one.errorRate) }) } : {}),
      ...(knee === at ? { mark: experimentWords.knee } : {}),
      ...(failed ? { tone: 'warn' as const } : {}),
    };
  };
  const title = name();
  const best = bestSentence(variants, metric);
  return h(
    'section',
    { className: 'card pad', 'aria-label': title },
    h('div', { className: 'row' }, h('h2', null, title), children),
    h(HeatMap, { label: title, rows: map.rows, columns: map.columns, cells: map.cells.map((row) => row.map(makeCell)) }),
    // Where the metric can be chosen, the throughput's stands above.
    (metric !== 'throughput' || !children) && best !== said && h('div', { className: 'small faint' }, best),
  );
}

/** Settings at which many requests failed are no best. */
export function bestSentence(variants: readonly Variant[], metric: MapMetric): string {
  const { read, times, title } = mapped[metric];
  const fit = variants.filter((one) => judgeFailedShare(one.errorRate) === null);
  if (metric === 'throughput')
    return highestSentence(fit.map(({ name, throughput }) => ({ name, rate: throughput }))) ?? experimentWords.mapNothing;
  const known = fit.flatMap((one) => {
    const value = read(one);
    return value === null ? [] : [{ value, where: one.name }];
  });
  const [best] = known.sort((a, b) => (times ? a.value - b.value : b.value - a.value));
  if (!best) return experimentWords.mapNothing;
  const { value, where } = best;
  if (metric === 'p99') return experimentWords.mapSummaryP99({ best: formatUs(value), where });
  return experimentWords.mapSummaryOf({ metric: title(), best: times ? formatUs(value) : formatRate(value), where });
}
