/**
 * A line chart that needs no script: SVG that stretches to its place, with its labels beside it as text, so that they stay readable on a
 * phone and on paper. Recharts draws in a browser only.
 */
import { clockTicks, linearTicks, trimZeros } from '@plimsoll/wording/ticks';
import { formatClock } from '@plimsoll/wording/time';
import { type Html, html, trusted } from '../share/page/html.ts';

export interface ChartLine {
  readonly name: string;
  /** A class of the style sheet that says its colour and its dashes. */
  readonly look: string;
  /** By rising x; a gap where nothing was measured. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
  /** On the axis at the other side, from 0 to 100 %. */
  readonly isShare?: boolean;
}

export interface ChartTick {
  readonly at: number;
  readonly label: string;
}

export interface StaticChart {
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

/** Null where there is nothing to draw. */
export function staticChart({ title, summary, lines, format, ticks, marks = [], bands = [] }: StaticChart): Html | null {
  const drawn = lines.filter(({ points }) => points.some(([, y]) => y !== null));
  const xs = drawn.flatMap(({ points }) => points.map(([x]) => x));
  if (xs.length === 0) return null;
  const [from, to] = ends(xs);
  const amounts = drawn.filter(({ isShare }) => !isShare);
  const axis = linearTicks(amounts.reduce((most, { points }) => points.reduce((top, [, y]) => Math.max(top, y ?? 0), most), 0));
  const top = axis.at(-1) ?? 1;
  const across = (x: number) => (from === to ? 0 : (x - from) / (to - from));
  const hasShares = amounts.length < drawn.length;
  const shaded = bands.map((band) => {
    const [start, end] = [Math.max(0, across(band.from)), Math.min(1, across(band.to))];
    return html`<rect class="band" x="${place(start * width)}" y="0" width="${place(Math.max(0, end - start) * width)}" height="${height}"/>`;
  });
  const grid = axis.map((value) => html`<path class="grid" d="M0 ${place(height * (1 - value / top))}H${width}"/>`);
  const marked = marks.map(({ at }) => html`<path class="mark-line" d="M${place(across(at) * width)} 0V${height}"/>`);
  const paths = drawn.map(({ look, points, isShare }) => html`<path class="line ${look}" d="${path(points, across, isShare ? 1 : top)}"/>`);
  const legend = drawn.map(({ name, look }) => html`<span class="key"><i class="swatch ${look}"></i>${name}</span> `);
  const below = ticks ?? clockTicks(from, to).map((at) => ({ at, label: formatClock(at) }));
  return html`<figure class="chart"><figcaption><b>${title}</b> ${legend}</figcaption>
<div class="plot${trusted(hasShares ? ' two' : '')}"><div class="axis">${axis.map((value) => upLabel(value / top, trimZeros(format(value))))}</div>
<div class="drawing"><div class="numbers" aria-hidden="true">${marks.map(({ at, label }) => alongLabel(across(at), label))}</div><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}. ${summary}">${shaded}${grid}${marked}${paths}</svg><div class="below">${below.filter(({ at }) => at >= from && at <= to).map(({ at, label }) => alongLabel(across(at), label))}</div></div>${hasShares && html`<div class="axis end">${shareTicks.map((share) => upLabel(share, `${share * 100} %`))}</div>`}</div>
<p class="soft">${summary}</p></figure>`;
}

/** The lowest and the highest; a spread of so many arguments would be too many for a call. */
function ends(values: readonly number[]): [from: number, to: number] {
  return values.reduce<[number, number]>(
    ([from, to], value) => [Math.min(from, value), Math.max(to, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

const place = (at: number) => Number(at.toFixed(1));
const percent = (share: number) => `${place(share * 100)}%`;

function upLabel(share: number, label: string): Html {
  return html`<span style="bottom:${percent(share)}">${label}</span>`;
}

function alongLabel(share: number, label: string): Html {
  return html`<span style="left:${percent(share)}">${label}</span>`;
}

function path(points: ChartLine['points'], across: (x: number) => number, top: number): string {
  let pen = 'M';
  return points
    .map(([x, y]) => {
      const at = y === null ? '' : `${pen}${place(across(x) * width)} ${place(height * (1 - Math.min(1, y / top)))}`;
      pen = y === null ? 'M' : 'L';
      return at;
    })
    .join('');
}
