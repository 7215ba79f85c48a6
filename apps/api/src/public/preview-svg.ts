/** The picture that link previews show: 1200 × 630, the sentence first, then the headline figure and two lines over time. */
import { formatRate, formatUs } from '@plimsoll/contracts/figures';
import { metricChange, metricValue } from '@plimsoll/contracts/metric-figures';
import type { SharedContent } from '@plimsoll/contracts/share';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { type Html, html } from './html.ts';
import { headlineOf, intervalText, type Tone, verdictTone } from './share-headline.ts';
import { metricNames, sentenceOf, stampNames, validityOf, verdictNames } from './share-words.ts';
import { type Series, seriesOf, sparkPath, topOf } from './spark-path.ts';
import { fitted, textWidth, wrapped } from './text-width.ts';

export const previewSize = { width: 1200, height: 630 } as const;
const ink = { paper: '#f6f7f9', card: '#ffffff', ink: '#0d1b2a', ink2: '#51606f', line: '#e2e6eb', hair: '#eef1f4', accent: '#0b7285' };
const planned = '#8592a0';
const tones: Readonly<Record<Tone, readonly [strong: string, soft: string]>> = {
  good: ['#1d7a46', '#e5f4eb'],
  bad: ['#b3361f', '#fbe9e5'],
  warn: ['#8a5a00', '#fdf3dc'],
  even: ['#51606f', '#e6eaee'],
};
const stampTones = { valid: 'good', degraded: 'warn', invalid: 'bad' } as const;
const [left, right] = [64, previewSize.width - 64];

interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: 400 | 600 | 700;
  readonly anchor?: 'start' | 'end';
}

function text(x: number, y: number, words: string, { size, fill = ink.ink, weight = 400, anchor = 'start' }: TextStyle): Html {
  const spacing = size >= 40 ? -0.02 * size : 0;
  return html`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" letter-spacing="${spacing}">${words}</text>`;
}

/** A rounded word on its soft colour; `x` is its left edge, or its right one where `atEnd`. */
function pill(x: number, y: number, word: string, tone: Tone, atEnd = false): Html {
  const width = textWidth(word, 24) + 44;
  const from = atEnd ? x - width : x;
  const [strong, soft] = tones[tone];
  return html`<rect x="${from}" y="${y}" width="${width}" height="44" rx="22" fill="${soft}"/><text x="${from + width / 2}" y="${y + 31}" font-size="24" font-weight="600" fill="${strong}" text-anchor="middle">${word}</text>`;
}

function header(content: SharedContent): Html {
  const stamp = validityOf(content);
  const mark = html`<g transform="translate(${left - 4} 44) scale(2)" fill="none" stroke="${ink.accent}" stroke-width="2.2"><circle cx="12" cy="12" r="7.2"/><path d="M1.5 12h21"/></g>`;
  return html`${mark}${text(left + 58, 79, 'Plimsoll', { size: 32, weight: 700 })}${stamp && pill(right, 46, stampNames[stamp], stampTones[stamp], true)}`;
}

/** What Inter can write: Latin, Greek, Cyrillic and signs. The rest would be empty boxes, so it is left out of the picture. */
function drawable(words: string): string {
  return words.replace(/[^\u0020-\u052f\u1e00-\u2bff]+/gu, ' ').trim();
}

/** The sentence as large as fits on three lines. */
function sentence(content: SharedContent): Html {
  const words = drawable(sentenceOf(content));
  const room = right - left;
  const size = [54, 46, 40].find((px) => wrapped(words, px, room, 4).length <= (px > 50 ? 2 : 3)) ?? 36;
  const lines = wrapped(words, size, room, 3);
  const title = text(left, 146, fitted(drawable(content.title), 26, room), { size: 26, fill: ink.ink2 });
  return html`${title}${lines.map((line, i) => text(left, 154 + size * 1.18 * (i + 1), line, { size, weight: 700 }))}`;
}

const card = { x: 520, y: 350, width: right - 520, height: 226 };
const panel = html`<rect x="${card.x}" y="${card.y}" width="${card.width}" height="${card.height}" rx="16" fill="${ink.card}" stroke="${ink.line}" stroke-width="1.5"/>`;

interface Line {
  readonly name: string;
  readonly figure: string;
  readonly series: Series;
  readonly colour: string;
  readonly dash?: string;
}

function spark(line: Line, box: Parameters<typeof sparkPath>[1], top: number, count: number): Html {
  return html`<path d="${sparkPath(line.series, box, top, count)}" fill="none" stroke="${line.colour}" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round"${line.dash ? html` stroke-dasharray="${line.dash}"` : null}/>`;
}

/** Both arms on one scale. */
function overlaid(lines: readonly Line[]): Html {
  const top = topOf(...lines.map(({ series }) => series));
  const count = Math.max(...lines.map(({ series }) => series.length));
  const box = { x: card.x + 28, y: card.y + 72, width: card.width - 56, height: card.height - 100 };
  const legend = lines.map((line, i) => {
    const x = card.x + 28 + i * ((card.width - 56) / 2);
    const swatch = html`<path d="M${x} ${card.y + 37}h34" stroke="${line.colour}" stroke-width="4"${line.dash ? html` stroke-dasharray="8 5"` : null}/>`;
    return html`${swatch}${text(x + 46, card.y + 45, line.name, { size: 22, fill: ink.ink2 })}${text(x + 60 + textWidth(line.name, 22), card.y + 45, line.figure, { size: 22, weight: 600 })}`;
  });
  const floor = html`<path d="M${box.x} ${box.y + box.height}h${box.width}" stroke="${ink.line}" stroke-width="2"/>`;
  return html`${panel}${legend}${floor}${lines.map((line) => spark(line, box, top, count))}`;
}

/** Two figures one above the other, each on its own scale. */
function stacked(lines: readonly Line[]): Html {
  return html`${panel}${lines.map((line, i) => {
    const y = card.y + 20 + i * 98;
    const box = { x: card.x + 250, y: y + 8, width: card.width - 278, height: 72 };
    const words = html`${text(card.x + 28, y + 34, line.name, { size: 20, fill: ink.ink2 })}${text(card.x + 28, y + 70, line.figure, { size: 30, weight: 600 })}`;
    const floor = html`<path d="M${box.x} ${box.y + box.height}h${box.width}" stroke="${ink.line}" stroke-width="2"/>`;
    return html`${words}${floor}${spark(line, box, topOf(line.series), line.series.length)}`;
  })}`;
}

/** The interval around zero, the band of no difference in grey. */
function intervalBar({ interval, deltaRelative, verdict }: MetricDelta, band: number): Html | null {
  if (!interval) return null;
  const [x, width, y] = [left, 400, 548];
  const reach = Math.max(band * 3, Math.abs(interval.low), Math.abs(interval.high)) * 1.1;
  const at = (value: number) => x + (width / 2) * (1 + Math.max(-1, Math.min(1, value / reach)));
  const colour = tones[verdictTone[verdict]][0];
  return html`<rect x="${at(-band)}" y="${y - 14}" width="${at(band) - at(-band)}" height="28" rx="5" fill="#e2e6eb"/><path d="M${at(0)} ${y - 18}v36" stroke="${planned}" stroke-width="2"/>
<path d="M${at(interval.low)} ${y}H${at(interval.high)}" stroke="${colour}" stroke-width="5" stroke-linecap="round"/><circle cx="${at(deltaRelative ?? (interval.low + interval.high) / 2)}" cy="${y}" r="9" fill="${colour}"/>`;
}

function comparisonBody({ comparison }: Extract<SharedContent, { kind: 'comparison' }>): Html {
  const metric = headlineOf(comparison.metrics);
  if (!metric) return html``;
  const { base, candidate } = comparison;
  const tone = verdictTone[metric.verdict];
  const change = metricChange(metric);
  const lines: Line[] = [
    { name: 'Base', figure: metricValue(metric, metric.base), series: seriesOf(base.points, metric.metric), colour: planned, dash: '10 7' },
    {
      name: 'Candidate',
      figure: metricValue(metric, metric.candidate),
      series: seriesOf(candidate.points, metric.metric),
      colour: ink.accent,
    },
  ];
  return html`${text(left, 378, metricNames[metric.metric], { size: 24, fill: ink.ink2 })}
${text(left, 450, change, { size: 72, weight: 700, fill: tones[tone][0] })}
${pill(left, 470, verdictNames[metric.verdict], tone)}
${intervalBar(metric, comparison.minimumEffect)}
${text(left, 592, intervalText(metric), { size: 20, fill: ink.ink2 })}${overlaid(lines)}`;
}

function runBody({ run, points }: Extract<SharedContent, { kind: 'run' }>): Html {
  const { summary } = run;
  if (!summary) return html``;
  const p99 = formatUs(summary.responseTime.p99Us);
  const missed = run.thresholds.filter(({ passed }) => !passed).length;
  const held = run.thresholds.length - missed;
  const lines: Line[] = [
    { name: 'p99 over time', figure: p99, series: seriesOf(points, 'p99'), colour: '#0b6473' },
    {
      name: 'Finished per second',
      figure: formatRate(summary.throughputPerSecond),
      series: seriesOf(points, 'throughput'),
      colour: '#00875f',
    },
  ];
  return html`${text(left, 378, metricNames.p99, { size: 24, fill: ink.ink2 })}
${text(left, 450, p99, { size: 72, weight: 700 })}
${run.thresholds.length > 0 && pill(left, 484, `${held} of ${run.thresholds.length} thresholds hold`, missed > 0 ? 'bad' : 'good')}
${stacked(lines)}`;
}

export function previewSvg(content: SharedContent): string {
  const { width, height } = previewSize;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter">
<rect width="${width}" height="${height}" fill="${ink.paper}"/><rect width="${width}" height="10" fill="${ink.accent}"/>
${header(content)}${sentence(content)}${content.kind === 'comparison' ? comparisonBody(content) : runBody(content)}
</svg>`.text;
}
