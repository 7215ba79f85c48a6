/**
 * A line chart that needs no script: SVG that stretches to its place, with its labels beside it as text, so that they stay readable on a
 * phone and on paper. Recharts draws in a browser only.
 */
import { clockTicks, linearTicks, trimZeros } from '@plimsoll/wording/ticks';
import { formatClock } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { LineKey, type LineLook, strokeOf } from './line-look.ts';
import { linePath, place } from './line-path.ts';

export interface ChartLine extends LineLook {
  /** Differs from the key of every other line. */
  readonly key: string;
  readonly name: string;
  /** By rising x; a gap where nothing was measured. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
  /** On the axis at the other side, from 0 to 100 %. */
  readonly isShare?: boolean;
}

export interface ChartTick {
  readonly at: number;
  readonly label: string;
}

export interface Drawing {
  readonly title: string;
  /** The content of the chart, in one sentence. */
  readonly summary: string;
  readonly lines: readonly ChartLine[];
  /** Writes a figure of the left axis. */
  readonly format: (value: number) => string;
  /** Ticks of the axis below; a clock where absent. */
  readonly ticks?: readonly ChartTick[];
  /** Seconds that are marked, with what stands above them. */
  readonly marks?: readonly ChartTick[];
  /** Stretches with a shade behind the lines. */
  readonly bands?: readonly { readonly from: number; readonly to: number }[];
}

/** Size of the drawing alone: the page stretches it. */
const [width, height] = [1000, 240];
const shareTicks = [0, 0.25, 0.5, 0.75, 1];

/** Is there anything to draw? */
const isDrawn = ({ points }: ChartLine) => points.some(([, y]) => y !== null);

export function StaticChart(chart: Drawing): ReactNode {
  const { title, summary, format, ticks, marks = [], bands = [] } = chart;
  const lines = chart.lines.filter(isDrawn);
  if (lines.length === 0) return null;
  const [from, to] = ends(lines.flatMap(({ points }) => points.map(([x]) => x)));
  const amounts = lines.filter(({ isShare }) => !isShare);
  const axis = linearTicks(amounts.reduce((most, { points }) => points.reduce((top, [, y]) => Math.max(top, y ?? 0), most), 0));
  const top = axis.at(-1) ?? 1;
  const across = (x: number) => (from === to ? 0 : (x - from) / (to - from));
  const hasShares = amounts.length < lines.length;
  const below = (ticks ?? clockTicks(from, to).map((at) => ({ at, label: formatClock(at) }))).filter(({ at }) => at >= from && at <= to);
  return h(
    'figure',
    { className: 'chart' },
    h(
      'figcaption',
      null,
      h('b', null, title),
      lines.map((one) => h('span', { key: one.key, className: 'key' }, h(LineKey, { look: one }), ' ', one.name)),
    ),
    h(
      'div',
      { className: hasShares ? 'plot two' : 'plot' },
      h(
        'div',
        { className: 'axis' },
        axis.map((value) => upLabel(value / top, trimZeros(format(value)))),
      ),
      h(
        'div',
        { className: 'drawing' },
        h(
          'div',
          { className: 'numbers', 'aria-hidden': true },
          marks.map(({ at, label }) => alongLabel(across(at), label)),
        ),
        h(
          'svg',
          { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${title}. ${summary}` },
          bands.map((band) => drawBand(Math.max(0, across(band.from)), Math.min(1, across(band.to)))),
          axis.map((value) =>
            h('path', { key: `grid ${value}`, className: 'grid', d: `M0 ${place(height * (1 - value / top))}H${width}` }),
          ),
          marks.map(({ at }) => h('path', { key: `mark ${at}`, className: 'mark-line', d: `M${place(across(at) * width)} 0V${height}` })),
          lines.map((one) => h('path', { key: one.key, className: `line ${one.key}`, d: path(one, across, top), ...strokeOf(one) })),
        ),
        h(
          'div',
          { className: 'below' },
          below.map(({ at, label }) => alongLabel(across(at), label)),
        ),
      ),
      hasShares &&
        h(
          'div',
          { className: 'axis end' },
          shareTicks.map((share) => upLabel(share, `${share * 100} %`)),
        ),
    ),
    h('p', { className: 'soft' }, summary),
  );
}

function drawBand(start: number, end: number): ReactNode {
  const size = { x: place(start * width), y: 0, width: place(Math.max(0, end - start) * width), height };
  return h('rect', { key: `band ${start}`, className: 'band', ...size });
}

/** The lowest and the highest; a spread of so many arguments would be too many for a call. */
function ends(values: readonly number[]): [from: number, to: number] {
  return values.reduce<[number, number]>(
    ([from, to], value) => [Math.min(from, value), Math.max(to, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const percent = (share: number) => `${place(share * 100)}%`;

function upLabel(share: number, label: string): ReactNode {
  return h('span', { key: label, style: { bottom: percent(share) } }, label);
}

function alongLabel(share: number, label: string): ReactNode {
  return h('span', { key: label, style: { left: percent(share) } }, label);
}

function path({ points, isShare }: ChartLine, across: (x: number) => number, top: number): string {
  const most = isShare ? 1 : top;
  return linePath(points.map(([x, y]) => [across(x) * width, y === null ? null : height * (1 - Math.min(1, y / most))]));
}
