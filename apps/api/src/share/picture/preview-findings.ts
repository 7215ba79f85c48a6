/** The lower half of a preview picture: several arms, the map of a sweep, a found rate, a noise floor. */

import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { scaleHeat } from '@plimsoll/contracts/sweep-grid';
import { rowOfVerdict } from '@plimsoll/contracts/verdict';
import { type Html, html } from '@plimsoll/pages/html';
import { findHeadline } from '@plimsoll/wording/arm-words';
import { armsWords } from '@plimsoll/wording/en/arms';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, runFailureWords, verdictWords } from '@plimsoll/wording/en/names';
import { sharedSearchWords } from '@plimsoll/wording/en/shared';
import { metricChange } from '@plimsoll/wording/metric-figures';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatLeastChange } from '@plimsoll/wording/share';
import { hasHeld } from '@plimsoll/wording/try-words';
import { pickSeries } from '../page/spark-path.ts';
import { drawable } from './preview-fonts.ts';
import { card, ink, type Line, left, overlaid, panel, pill, planned, previewSize, right, text, tones } from './preview-parts.ts';
import { fitted } from './text-width.ts';

type Experiment = SharedExperiment['experiment'];

/** A row an arm: its name, what moved most, the verdict on it. */
export function armsBody({ candidates }: NamedArms): Html {
  const rows = candidates.map(({ name, arm, comparable }, at) => {
    const y = 386 + at * (candidates.length < 3 ? 80 : 60);
    const metric = findHeadline(arm.metrics);
    if (!metric) return html``;
    const { tone } = comparable ? rowOfVerdict(metric.verdict) : { tone: 'even' as const };
    const label = text(left, y, fitted(drawable(name), 28, 320), { size: 28, weight: 600 });
    const figure = text(left + 340, y, metricWords[metric.metric], { size: 24, fill: ink.ink2 });
    const change = text(left + 756, y, metricChange(metric), {
      size: 32,
      weight: 700,
      fill: tones[tone][0],
      anchor: 'end',
    });
    return html`${label}${figure}${change}${pill(right, y - 31, comparable ? verdictWords[metric.verdict] : armsWords.notComparable, tone, true)}`;
  });
  return html`${rows}`;
}

const [mapTop, mapBottom] = [340, previewSize.height - 40];

/** Throughput over one or two settings; where there is no map, the variants' figures as bars. */
export function mapBody({ map, variants, knee }: Experiment): Html {
  const cells = map?.cells ?? [variants.map((_, variant) => variant)];
  const columns = (map?.columns.values ?? variants.map(({ name }) => name)).slice(0, 10);
  const shown = cells.slice(0, 5);
  const rates = variants.flatMap((one) => one.throughputPerSecond ?? []);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const labelled = map?.rows ? 250 : 0;
  const width = (right - left - labelled) / columns.length;
  const height = Math.min(84, (mapBottom - mapTop - 40) / shown.length);
  const head = columns.map((name, at) =>
    middle(left + labelled + (at + 0.5) * width, mapTop + 24, fitted(drawable(name), 20, width - 8), 20),
  );
  const corner =
    map?.rows &&
    text(left, mapTop + 24, fitted(`${map.rows.title} \\ ${map.columns.title}`, 18, labelled - 10), { size: 18, fill: ink.ink2 });
  const rows = shown.map((row, down) => {
    const y = mapTop + 40 + down * height;
    const label =
      map?.rows &&
      text(left, y + height / 2 + 7, fitted(drawable(map.rows.values[down] ?? ''), 20, labelled - 16), { size: 20, fill: ink.ink2 });
    const boxes = row.slice(0, columns.length).map((variant, at) => {
      const { throughputPerSecond: rate = null, errorRate = null } = (variant !== null && variants[variant]) || {};
      const failed = judgeFailedShare(errorRate) === 'all_failed';
      const x = left + labelled + at * width;
      const opacity = rate === null ? 0 : 0.08 + 0.42 * scaleHeat(rate, least, most);
      const ring =
        variant !== null && knee?.variant === variant ? html` stroke="${ink.accent}" stroke-width="4"` : html` stroke="${ink.line}"`;
      const figure = fitted(failed ? runFailureWords.allFailed : formatRate(rate), 22, width - 10);
      return html`<rect x="${x + 2}" y="${y + 2}" width="${width - 4}" height="${height - 4}" rx="8" fill="${ink.card}"/><rect x="${x + 2}" y="${y + 2}" width="${width - 4}" height="${height - 4}" rx="8" fill="${ink.accent}" fill-opacity="${opacity.toFixed(3)}"${ring}/>${middle(x + width / 2, y + height / 2 + 8, figure, 22, failed ? tones.bad[0] : ink.ink)}`;
    });
    return html`${label}${boxes}`;
  });
  return html`${corner}${head}${rows}`;
}

function middle(x: number, y: number, words: string, size: number, fill: string = ink.ink2): Html {
  return html`<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle">${words}</text>`;
}

/** The found rate, and each rate that was tried: a disc where it held, a cross where not. */
export function capacityBody({ capacity, tries }: Experiment): Html {
  const figure = capacity?.rate == null ? sharedSearchWords.none : formatRate(capacity.rate);
  const between = capacity?.interval
    ? experimentWords.interval({ low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })
    : '';
  const most = Math.max(1, ...tries.map(({ rate }) => rate)) * 1.1;
  const step = (card.width - 56) / Math.max(1, tries.length);
  const marks = tries.map((one, at) => {
    const [rate, passed] = [one.rate, hasHeld(one)];
    const [x, y] = [card.x + 28 + (at + 0.5) * step, card.y + card.height - 24 - (card.height - 48) * (rate / most)];
    return passed === false
      ? html`<path d="M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16" stroke="${tones.bad[0]}" stroke-width="4.5" stroke-linecap="round"/>`
      : html`<circle cx="${x}" cy="${y}" r="9" fill="${passed ? tones.good[0] : ink.card}" stroke="${passed ? tones.good[0] : planned}" stroke-width="3"/>`;
  });
  return html`${text(left, 378, sharedSearchWords.capacity, { size: 24, fill: ink.ink2 })}${text(left, 450, figure, { size: 72, weight: 700 })}
${capacity && pill(left, 484, capacity.confirmed ? experimentWords.confirmed : experimentWords.unconfirmed, capacity.confirmed ? 'good' : 'warn')}${text(left, 576, between, { size: 22, fill: ink.ink2 })}${panel}${marks}`;
}

/** The change below which this setup is blind, and both sides of the run against itself. */
export function noiseBody({ noiseFloor, comparisons, arms }: Experiment): Html {
  const { base, candidates = [] } = comparisons[0]?.result ?? {};
  const side = (at: number, points: Parameters<typeof pickSeries>[0]): Line => ({
    name: arms[at] ?? '',
    figure: '',
    series: pickSeries(points, 'p99'),
    colour: at === 0 ? planned : ink.accent,
    ...(at === 0 ? { dash: '10 7' } : {}),
  });
  const points = [base, ...candidates].map((arm) => arm?.points ?? []);
  const lines = points[0] && points[0].length > 0 ? points.map((one, at) => side(at, one)) : [];
  return html`${text(left, 378, sharedSearchWords.noiseFloor, { size: 24, fill: ink.ink2 })}${text(left, 450, noiseFloor === null ? '–' : formatLeastChange(noiseFloor), { size: 72, weight: 700 })}${lines.length > 0 && overlaid(lines)}`;
}
