import { SegmentedControl } from '@mantine/core';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import { findGrid, type Grid } from '@plimsoll/contracts/sweep-grid';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, runFailureWords, settingWords } from '@plimsoll/wording/en/names';
import { type Figures, listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { settingValue } from '@plimsoll/wording/setting-value';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { z } from 'zod';
import { type HeatCell, Heatmap } from '../../../charts/heatmap.tsx';
import chartCardStyles from '../../../ui/chart-card.module.css';
import { Notice } from '../../../ui/notice/notice.tsx';
import { useSearchState } from '../../../ui/search-state.ts';
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
    const errors = one?.errorRate ? { note: experimentWords.errorsIn({ share: formatShare(one.errorRate) }) } : {};
    const knee = experiment.knee?.variant === variant ? { mark: experimentWords.knee } : {};
    const failed = judgeFailedShare(one?.errorRate ?? null);
    if (failed === 'all_failed') return { value: null, text: runFailureWords.allFailed, tone: 'bad' };
    return { value, text: value === null ? '…' : show(value), ...errors, ...knee, ...(failed ? { tone: 'warn' as const } : {}) };
  };
  const rows = grid.rows?.values ?? [''];
  const title = metric === 'throughput' ? experimentWords.mapThroughput : metricWords.p99;
  return (
    <section className="card pad" aria-label={title}>
      <div className="row" style={{ marginBlockEnd: 8 }}>
        <h2>{title}</h2>
        <SegmentedControl
          className="push"
          size="xs"
          aria-label={experimentWords.mapMetric}
          value={metric}
          onChange={(next) => change({ metric: next === 'throughput' ? undefined : next })}
          data={metrics.map((one) => ({ value: one, label: experimentWords[one] }))}
        />
      </div>
      <Heatmap
        label={title}
        rowTitle={grid.rows ? settingWords[grid.rows.setting] : ''}
        columnTitle={settingWords[grid.columns.setting]}
        rows={rows.map((value) => (grid.rows ? settingValue(grid.rows.setting, value) : ''))}
        columns={grid.columns.values.map((value) => settingValue(grid.columns.setting, value))}
        cells={rows.map((_, row) => grid.columns.values.map((__, column) => makeCell(row, column)))}
        low={experimentWords.low}
        high={experimentWords.high}
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
  if (!first) return experimentWords.mapNothing;
  const best = rest.reduce(
    (most, one) => ((metric === 'throughput' ? one.value > most.value : one.value < most.value) ? one : most),
    first,
  );
  const where = experiment.variants[best.variant]?.name ?? '';
  return metric === 'throughput'
    ? experimentWords.mapSummary({ best: formatRate(best.value), where })
    : experimentWords.mapSummaryP99({ best: formatUs(best.value), where });
}
