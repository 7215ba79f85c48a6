/** Counts in buckets as bars, one on top of the other. Bars are equally wide, whatever their buckets are. */

import { linearTicks, trimZeros } from '@plimsoll/wording/ticks';
import { PlotFrame, type PlotTick } from './plot-frame.tsx';
import type { ChartRow, Series } from './types.ts';

interface Props {
  /** By rising bucket; `x` is the bucket's number. */
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  /** Where each bucket begins. */
  readonly edges: readonly number[];
  readonly format: (count: number) => string;
  readonly formatEdge: (value: number) => string;
  readonly title: (bucket: number) => string;
  /** Buckets are even on a logarithmic axis: powers of ten are labelled. */
  readonly log: boolean;
  readonly height?: number;
}

/** Part of a bucket's width that its bar takes. */
const fill = 0.86;

export function BarsChart({ rows, series, edges, format, formatEdge, title, log, height = 260 }: Props) {
  const heightOf = (row: ChartRow) => series.reduce((sum, { key }) => sum + (row[key] ?? 0), 0);
  const ticks = linearTicks(Math.max(0, ...rows.map(heightOf)), true);
  const top = ticks.at(-1) as number;
  const xTicks = labelledEdges(edges, log).map(
    (at): PlotTick => ({ at: at / rows.length, label: trimZeros(formatEdge(edges[at] as number)) }),
  );
  const told = (x: number) => {
    const at = Math.min(rows.length - 1, Math.floor(x * rows.length));
    const row = rows[at];
    if (!row) return null;
    return `${title(at)} · ${series.map(({ key, name }) => `${name} ${format(row[key] ?? 0)}`).join(' · ')}`;
  };
  return (
    <PlotFrame height={height} xTicks={xTicks} yTicks={ticks.map((tick) => ({ at: tick / top, label: format(tick) }))} told={told}>
      <svg viewBox={`0 0 ${rows.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {series.map(({ key, colour }, at) => (
          <path key={key} d={barsPath(rows, series.slice(0, at), key, top)} fill={colour} />
        ))}
      </svg>
    </PlotFrame>
  );
}

/** Labels of edges, as many as have room on a phone. */
const mostLabels = 5;

/** Numbers of the edges that have a label. */
function labelledEdges(edges: readonly number[], log: boolean): number[] {
  const powers = edges.flatMap((edge, at) => (edge > 0 && Number.isInteger(Math.log10(edge)) ? [at] : []));
  const all = log && powers.length > 1 ? powers : [...edges.keys()];
  const step = Math.ceil(all.length / mostLabels);
  return all.filter((_, at) => at % step === 0);
}

/** The bars of one series, each on those of the series `below` it. */
function barsPath(rows: readonly ChartRow[], below: readonly Series[], key: string, top: number): string {
  return rows
    .map((row, at) => {
      const count = row[key] ?? 0;
      const base = below.reduce((sum, one) => sum + (row[one.key] ?? 0), 0);
      return count > 0 ? `M${at + (1 - fill) / 2} ${1 - base / top}v${-count / top}h${fill}v${count / top}z` : '';
    })
    .join('');
}
