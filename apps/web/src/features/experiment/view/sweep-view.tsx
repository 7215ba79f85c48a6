import { SegmentedControl } from '@mantine/core';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { findGrid, type Grid } from '@plimsoll/contracts/sweep-grid';
import { type Figures, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { z } from 'zod';
import { type HeatCell, Heatmap } from '../../../charts/heatmap.tsx';
import { t } from '../../../i18n/i18n.ts';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { Notice } from '../../../ui/notice/notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
import { valueWords } from '../words.ts';
import { sweepFinding } from './sweep-finding.ts';
import { VariantTable } from './variant-table.tsx';

const metrics = ['throughput', 'p99'] as const;
type Metric = (typeof metrics)[number];
const searchSchema = z.object({ metric: z.enum(metrics).catch('throughput') });

/** The map of a sweep, its knee, and every figure behind it. */
export function SweepView({ experiment }: { experiment: Experiment }) {
  const figures = experiment.variants.map((_, variant) => listVariantFigures(experiment, variant));
  const grid = findGrid(experiment.variants);
  const finding = sweepFinding(experiment);
  return (
    <div className="stack" style={{ gap: 14, marginBlockStart: 14 }}>
      {finding && <Notice tone="calm">{finding}</Notice>}
      {grid && <MapCard experiment={experiment} figures={figures} grid={grid} />}
      <VariantTable experiment={experiment} figures={figures} />
    </div>
  );
}

function MapCard({ experiment, figures, grid }: { experiment: Experiment; figures: readonly Figures[]; grid: Grid }) {
  const [{ metric }, change] = useSearchState(searchSchema);
  const readMetric = (one: Figures | undefined) => (one ? (metric === 'throughput' ? one.throughput : one.p99Us) : null);
  const unit = timeUnit(figures.map((one) => one.p99Us));
  const show = (value: number) => (metric === 'throughput' ? formatSignificant(value) : formatUs(value, unit));
  const makeCell = (row: number, column: number): HeatCell | null => {
    const variant = grid.cell(row, column);
    if (variant === null) return null;
    const one = figures[variant];
    const value = readMetric(one);
    const errors = one?.errorRate ? { note: t('experiment.errorsIn', { share: formatShare(one.errorRate) }) } : {};
    const knee = experiment.knee?.variant === variant ? { mark: t('experiment.knee') } : {};
    return { value, text: value === null ? '…' : show(value), ...errors, ...knee };
  };
  const rows = grid.rows?.values ?? [''];
  const title = t(metric === 'throughput' ? 'experiment.mapThroughput' : 'metric.p99');
  return (
    <section className="card pad" aria-label={title}>
      <div className="row" style={{ marginBlockEnd: 8 }}>
        <h2>{title}</h2>
        <SegmentedControl
          className="push"
          size="xs"
          aria-label={t('experiment.mapMetric')}
          value={metric}
          onChange={(next) => change({ metric: next === 'throughput' ? undefined : next })}
          data={metrics.map((one) => ({ value: one, label: t(`experiment.${one}`) }))}
        />
      </div>
      <Heatmap
        label={title}
        rowTitle={grid.rows ? t(`setting.${grid.rows.setting}`) : ''}
        columnTitle={t(`setting.${grid.columns.setting}`)}
        rows={rows.map((value) => (grid.rows ? valueWords(grid.rows.setting, value) : ''))}
        columns={grid.columns.values.map((value) => valueWords(grid.columns.setting, value))}
        cells={rows.map((_, row) => grid.columns.values.map((__, column) => makeCell(row, column)))}
        low={t('experiment.low')}
        high={t('experiment.high')}
      />
      <div className={chartCardStyles.chartFoot}>{summary(metric, experiment, figures)}</div>
    </section>
  );
}

function summary(metric: Metric, experiment: Experiment, figures: readonly Figures[]): string {
  const known = figures.flatMap((one, variant) => {
    const value = metric === 'throughput' ? one.throughput : one.p99Us;
    return value === null ? [] : [{ value, variant }];
  });
  const [first, ...rest] = known;
  if (!first) return t('experiment.mapNothing');
  const best = rest.reduce(
    (most, one) => ((metric === 'throughput' ? one.value > most.value : one.value < most.value) ? one : most),
    first,
  );
  const where = experiment.variants[best.variant]?.name ?? '';
  return metric === 'throughput'
    ? t('experiment.mapSummary', { best: formatRate(best.value), where })
    : t('experiment.mapSummaryP99', { best: formatUs(best.value), where });
}
