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
  readonly height?: number;
}

/** Labels of edges, as many as have room on a phone. */
const mostLabels = 5;
/** Part of a bucket's width that its bar takes. */
const fill = 0.86;

export function BarsChart({ rows, series, edges, format, formatEdge, title, height = 260 }: Props) {
  const heightOf = (row: ChartRow) => series.reduce((sum, { key }) => sum + (row[key] ?? 0), 0);
  const ticks = linearTicks(Math.max(0, ...rows.map(heightOf)), true);
  const top = ticks.at(-1) as number;
  const step = Math.ceil(rows.length / mostLabels);
  const xTicks = edges.flatMap((edge, at): PlotTick[] =>
    at % step === 0 ? [{ at: at / rows.length, label: trimZeros(formatEdge(edge)) }] : [],
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
