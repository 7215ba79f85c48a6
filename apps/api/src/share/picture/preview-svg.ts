/**
 * The picture that link previews show: 1200 × 630, the sentence first, then the headline figure and two lines over time. Charts are
 * placed by hand; satori, which lays out flowing boxes, would save the two line breaks and bring a layout engine.
 */
import { judgeFailure } from '@plimsoll/contracts/failure';
import { leadingTime } from '@plimsoll/contracts/leading-time';
import type { SharedContent } from '@plimsoll/contracts/share';
import type { Summary } from '@plimsoll/contracts/summary';
import { type MetricDelta, rowOfVerdict } from '@plimsoll/contracts/verdict';
import { type Html, html } from '@plimsoll/pages/html';
import { findValidity, formatSentence } from '@plimsoll/pages/share-words';
import { findHeadline } from '@plimsoll/wording/arm-words';
import { metricShortWords, metricWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { sharedWords } from '@plimsoll/wording/en/shared';
import { metricChange, metricValue } from '@plimsoll/wording/metric-figures';
import { type NamedArms, type NamedCandidate, sharedArms } from '@plimsoll/wording/named-arms';
import { errorName } from '@plimsoll/wording/names';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { runStateWord } from '@plimsoll/wording/run-state';
import { formatUs } from '@plimsoll/wording/time';
import { intervalText } from '../page/share-headline.ts';
import { findTop, pickSeries } from '../page/spark-path.ts';
import { armsBody, capacityBody, mapBody, noiseBody } from './preview-findings.ts';
import { drawable } from './preview-fonts.ts';
import {
  card,
  ink,
  type Line,
  left,
  overlaid,
  panel,
  pill,
  planned,
  previewSize,
  right,
  spark,
  stampTones,
  text,
  tones,
} from './preview-parts.ts';
import { fitted, wrapped } from './text-width.ts';

function header(content: SharedContent): Html {
  const stamp = findValidity(content)?.stamp;
  const mark = html`<g transform="translate(${left - 4} 44) scale(2)" fill="none" stroke="${ink.accent}" stroke-width="2.2"><circle cx="12" cy="12" r="7.2"/><path d="M1.5 12h21"/></g>`;
  return html`${mark}${text(left + 58, 79, 'Plimsoll', { size: 32, weight: 700 })}${stamp && pill(right, 46, validityWords[stamp], stampTones[stamp], true)}`;
}

/** The sentence as large as fits on three lines. */
function sentence(content: SharedContent): Html {
  const words = drawable(formatSentence(content));
  const room = right - left;
  const size = [54, 46, 40].find((px) => wrapped(words, px, room, 4).length <= (px > 50 ? 2 : 3)) ?? 36;
  const lines = wrapped(words, size, room, 3);
  const title = text(left, 146, fitted(drawable(content.title), 26, room), { size: 26, fill: ink.ink2 });
  return html`${title}${lines.map((line, i) => text(left, 154 + size * 1.18 * (i + 1), line, { size, weight: 700 }))}`;
}

const nameWidth = 212;

/** Two figures one above the other, each on its own scale. */
function stacked(lines: readonly Line[]): Html {
  return html`${panel}${lines.map((line, i) => {
    const y = card.y + 20 + i * 98;
    const box = { x: card.x + 250, y: y + 8, width: card.width - 278, height: 72 };
    const names = wrapped(line.name, 20, nameWidth, 2);
    // The name of a time of streams takes two lines.
    const top = y + 34 - 12 * (names.length - 1);
    const name = names.map((part, at) => text(card.x + 28, top + 23 * at, part, { size: 20, fill: ink.ink2 }));
    const figure = text(card.x + 28, y + 70 + 8 * (names.length - 1), line.figure, { size: 30, weight: 600 });
    const floor = html`<path d="M${box.x} ${box.y + box.height}h${box.width}" stroke="${ink.line}" stroke-width="2"/>`;
    return html`${name}${figure}${floor}${spark(line, box, findTop(line.series), line.series.length)}`;
  })}`;
}

/** The interval around zero, the band of no difference in grey. */
function intervalBar({ interval, deltaRelative }: MetricDelta, band: number, colour: string): Html | null {
  if (!interval) return null;
  const [x, width, y] = [left, 400, 548];
  const reach = Math.max(band * 3, Math.abs(interval.low), Math.abs(interval.high)) * 1.1;
  const at = (value: number) => x + (width / 2) * (1 + Math.max(-1, Math.min(1, value / reach)));
  return html`<rect x="${at(-band)}" y="${y - 14}" width="${at(band) - at(-band)}" height="28" rx="5" fill="#e2e6eb"/><path d="M${at(0)} ${y - 18}v36" stroke="${planned}" stroke-width="2"/>
<path d="M${at(interval.low)} ${y}H${at(interval.high)}" stroke="${colour}" stroke-width="5" stroke-linecap="round"/><circle cx="${at(deltaRelative ?? (interval.low + interval.high) / 2)}" cy="${y}" r="9" fill="${colour}"/>`;
}

function pairBody({ base, minimumEffect }: NamedArms, { name, arm: candidate, comparable }: NamedCandidate): Html {
  const metric = findHeadline(candidate.metrics);
  if (!metric) return html``;
  const { tone } = comparable ? rowOfVerdict(metric.verdict) : { tone: 'even' as const };
  const change = metricChange(metric);
  const legend = (text: string) => fitted(drawable(text), 22, 150);
  const lines: Line[] = [
    {
      name: legend(base.name),
      figure: metricValue(metric, metric.base),
      series: pickSeries(base.arm.points, metric.metric),
      colour: planned,
      dash: '10 7',
    },
    {
      name: legend(name),
      figure: metricValue(metric, metric.candidate),
      series: pickSeries(candidate.points, metric.metric),
      colour: ink.accent,
    },
  ];
  return html`${text(left, 378, metricWords[metric.metric], { size: 24, fill: ink.ink2 })}
${text(left, 450, change, { size: 72, weight: 700, fill: tones[tone][0] })}
${comparable && pill(left, 470, verdictWords[metric.verdict], tone)}
${intervalBar(metric, minimumEffect, tones[tone][0])}
${text(left, 592, intervalText(metric), { size: 20, fill: ink.ink2 })}${overlaid(lines)}`;
}

function runBody({ run, points, plan }: Extract<SharedContent, { kind: 'run' }>): Html {
  const { summary } = run;
  if (!summary) return html``;
  const leading = leadingTime(summary, plan);
  const failure = judgeFailure(summary);
  const { text: word, tone } = runStateWord(run);
  const missed = run.thresholds.filter(({ passed }) => !passed).length;
  const of = run.thresholds.length;
  const [figure, value] = failure ? (['goodput', summary.goodputPerSecond] as const) : ([leading.metric, leading.us] as const);
  const pills = [
    ...(failure === 'many_failed' && tone ? [[word, tone] as const] : []),
    // Those that failed lead the sentence above.
    ...(of > 0 && missed === 0 ? [[sharedWords.thresholdsPass({ of }), 'good'] as const] : []),
  ];
  const throughput = measuredThroughput(summary);
  const lines: Line[] = [
    {
      name: sharedWords.overTime({ metric: metricShortWords[leading.metric] }),
      figure: formatUs(leading.us),
      series: pickSeries(points, leading.metric),
      colour: '#0b6473',
    },
    {
      name: failure ? metricWords.goodput : sharedWords.finishedPerSecond,
      figure: formatRate(failure ? summary.goodputPerSecond : throughput),
      series: throughput === null ? [] : pickSeries(points, failure ? 'goodput' : 'throughput'),
      colour: '#00875f',
    },
  ];
  const drawn = lines.filter(({ series }) => series.some((one) => one !== null));
  return html`${text(left, 378, metricWords[figure], { size: 24, fill: ink.ink2 })}
${text(left, 450, failure ? formatRate(value) : formatUs(value), { size: 72, weight: 700, ...(failure ? { fill: tones[tone ?? 'bad'][0] } : {}) })}
${pills.map(([one, look], at) => pill(left, 484 + at * 54, one, look))}
${drawn.length > 0 ? stacked(drawn) : failurePanel(summary)}`;
}

const mostFailures = 4;

/** How the requests failed, where nothing can be drawn over time. */
function failurePanel({ errors }: Summary): Html {
  const rows = errors.slice(0, mostFailures).map(({ kind, count }, at) => {
    const y = card.y + 54 + at * 46;
    const figure = text(card.x + card.width - 28, y, formatShortCount(count), { size: 24, weight: 600, anchor: 'end' });
    return html`${text(card.x + 28, y, errorName(kind), { size: 24, fill: ink.ink2 })}${figure}`;
  });
  return html`${panel}${rows}`;
}

function body(content: SharedContent): Html {
  if (content.kind === 'run') return runBody(content);
  const arms = sharedArms(content);
  if (content.kind === 'experiment' && content.experiment.kind === 'aa') return noiseBody(content.experiment);
  if (arms) {
    const [only, ...more] = arms.candidates;
    return only && more.length === 0 ? pairBody(arms, only) : armsBody(arms);
  }
  if (content.kind === 'comparison') return html``;
  return content.experiment.kind === 'capacity' ? capacityBody(content.experiment) : mapBody(content.experiment);
}

export function previewSvg(content: SharedContent): string {
  const { width, height } = previewSize;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter">
<rect width="${width}" height="${height}" fill="${ink.paper}"/><rect width="${width}" height="10" fill="${ink.accent}"/>
${header(content)}${sentence(content)}${body(content)}
</svg>`.text;
}
