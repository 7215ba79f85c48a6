import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { formatLeastChange } from '@plimsoll/wording/share';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { type Column, DataTable } from '../table/data-table.ts';
import { armHead } from './arm-head.ts';
import { type MetricRow, metricRows } from './comparison-rows.ts';
import { IntervalBar } from './interval-bar.ts';

interface Props {
  readonly metrics: readonly MetricDelta[];
  /** Relative. */
  readonly minimumEffect: number;
  readonly label: string;
  /** The names of the base and the candidate. */
  readonly names: readonly [string, string];
  /** Else there is no verdict. */
  readonly comparable: boolean;
  /** Say why beside each verdict; else screen readers alone are told. */
  readonly reasons?: boolean;
  /** Below the table, inside its frame. */
  readonly foot?: ReactNode;
}

/** The name of the table of headline metrics. */
export function deltasName(comparable: boolean): string {
  return comparable ? compareWords.table : compareWords.figures;
}

/** One row a metric: both figures, the change, its interval, the verdict. */
export function DeltaTable({ metrics, minimumEffect, label, names, comparable, reasons = false, foot }: Props): ReactNode {
  const reach = findReach(metrics, minimumEffect);
  const columns: Column<MetricRow>[] = [
    { key: 'metric', head: compareWords.metric, naming: true, className: 'name', cell: (row) => row.label },
    { ...figure('base', names[0], (row) => row.base), ...armHead(names[0]) },
    { ...figure('candidate', names[1], (row) => row.candidate), ...armHead(names[1]), className: 'strong' },
    figure('change', compareWords.change, (row) => row.change),
    {
      key: 'interval',
      head: compareWords.intervalBand({ band: formatLeastChange(minimumEffect) }),
      className: 'interval',
      wholeLine: true,
      cell: (row) => drawInterval(row, reach, minimumEffect),
    },
  ];
  const verdict: Column<MetricRow> = {
    key: 'verdict',
    head: compareWords.verdict,
    wholeLine: true,
    cell: ({ mark, delta: { reason } }) =>
      mark && [h(Chip, { key: 'mark', mark, title: reason }), h('div', { key: 'why', className: reasons ? 'why' : 'sr-only' }, reason)],
  };
  const rows = metricRows(metrics, comparable);
  return h(DataTable<MetricRow>, {
    label,
    boxLabel: deltasName(comparable),
    className: 'deltas',
    grid: 3,
    rows,
    rowKey: ({ delta }) => delta.metric,
    columns: comparable ? [...columns, verdict] : columns,
    foot,
  });
}

function figure(key: string, head: string, cell: (row: MetricRow) => string): Column<MetricRow> {
  return { key, head, numeric: true, cardLabel: head, cell };
}

function drawInterval({ delta, interval: label, mark }: MetricRow, reach: number, band: number): ReactNode {
  const { interval, deltaRelative } = delta;
  const text = h('div', { key: 'text', className: 'interval-text' }, label);
  if (!interval) return text;
  const { low, high } = interval;
  const colour = `var(--${mark?.tone ?? 'even'})`;
  return [h(IntervalBar, { key: 'bar', low, high, middle: deltaRelative ?? (low + high) / 2, band, reach, colour, label }), text];
}

/** Half-width of the interval axis: wide enough for most rows, at most a doubling. */
function findReach(metrics: readonly MetricDelta[], minimumEffect: number): number {
  const ends = metrics.flatMap(({ interval, deltaRelative }) =>
    interval ? [Math.abs(interval.low), Math.abs(interval.high)] : [Math.abs(deltaRelative ?? 0)],
  );
  return Math.min(1, Math.max(minimumEffect * 3, ...ends) * 1.1);
}
