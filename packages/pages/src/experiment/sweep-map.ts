/** The map of a sweep: one figure of each variant by one or two settings, its knee, and the best. */
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, runFailureWords } from '@plimsoll/wording/en/names';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type HeatCell, HeatMap } from './heat-map.ts';
import type { Variant } from './variant-table.ts';

export const mapMetrics = ['throughput', 'p99'] as const;
export type MapMetric = (typeof mapMetrics)[number];

interface Props {
  readonly map: NonNullable<SharedExperiment['experiment']['map']>;
  readonly variants: readonly Variant[];
  /** The place of the variant after which more load gains nothing. */
  readonly knee: number | null;
  readonly metric?: MapMetric;
  /** Stands for a figure that is not known. */
  readonly unknown?: string;
  /** Beside the title. */
  readonly children?: ReactNode;
}

export function SweepMap({ map, variants, knee, metric = 'throughput', unknown = '–', children }: Props): ReactNode {
  const unit = timeUnit(variants.map(({ p99Us }) => p99Us));
  const show = (value: number) => (metric === 'throughput' ? formatSignificant(value) : formatUs(value, unit));
  const makeCell = (at: number | null): HeatCell | null => {
    const one = at === null ? undefined : variants[at];
    if (!one) return null;
    const failed = judgeFailedShare(one.errorRate);
    if (failed === 'all_failed') return { value: null, text: runFailureWords.allFailed, tone: 'bad' };
    const value = readMetric(one, metric);
    return {
      value,
      text: value === null ? unknown : show(value),
      ...(one.errorRate ? { note: experimentWords.errorsIn({ share: formatShare(one.errorRate) }) } : {}),
      ...(knee === at ? { mark: experimentWords.knee } : {}),
      ...(failed ? { tone: 'warn' as const } : {}),
    };
  };
  const title = metric === 'throughput' ? experimentWords.mapThroughput : metricWords.p99;
  return h(
    'section',
    { className: 'card pad', 'aria-label': title },
    h('div', { className: 'row' }, h('h2', null, title), children),
    h(HeatMap, { label: title, rows: map.rows, columns: map.columns, cells: map.cells.map((row) => row.map(makeCell)) }),
    // Where the metric can be chosen, the throughput's stands above.
    (metric === 'p99' || !children) && h('div', { className: 'small faint' }, bestSentence(variants, metric)),
  );
}

const readMetric = (one: Variant, metric: MapMetric) => (metric === 'throughput' ? one.throughput : one.p99Us);

/** Settings at which many requests failed are no best. */
export function bestSentence(variants: readonly Variant[], metric: MapMetric): string {
  const known = variants.flatMap((one) => {
    if (judgeFailedShare(one.errorRate) !== null) return [];
    const value = readMetric(one, metric);
    return value === null ? [] : [{ value, where: one.name }];
  });
  const [best] = known.sort((a, b) => (metric === 'throughput' ? b.value - a.value : a.value - b.value));
  if (!best) return experimentWords.mapNothing;
  const { value, where } = best;
  return metric === 'throughput'
    ? experimentWords.mapSummary({ best: formatRate(value), where })
    : experimentWords.mapSummaryP99({ best: formatUs(value), where });
}
