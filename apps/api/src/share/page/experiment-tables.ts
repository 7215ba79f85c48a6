/** A shared experiment as semantic HTML, readable without any script. */

import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { scaleHeat } from '@plimsoll/contracts/sweep-grid';
import { ArmTables } from '@plimsoll/pages/arm-tables';
import { PlanLine } from '@plimsoll/pages/plan-target';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentKindWords, metricFirstWords, runFailureWords } from '@plimsoll/wording/en/names';
import { sharedSearchWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { drawn, type Html, html } from './html.ts';
import { chip, heads, scrolling, validityChip } from './table-html.ts';

type Experiment = SharedExperiment['experiment'];

function figureHeads(): [throughput: string, p99: string, errors: string] {
  return [sharedTableWords.throughput, metricFirstWords.p99, sharedTableWords.errors];
}

/** Every variant with what it varies and its figures; the base first. */
export function variantTable({ variants, knee }: Experiment): Html {
  const time = timeColumn(variants.map(({ p99Us }) => p99Us));
  const [runs, throughput, p99, errors] = [sharedTableWords.runs, ...figureHeads()];
  const settings = variants[0]?.settings.map(({ name }) => name) ?? [];
  const rows = variants.map(
    (one, at) =>
      html`<tr><th scope="row">${one.name}${knee?.variant === at && html` ${chip('even', '◆', sharedTableWords.knee)}`}</th>${one.settings.map(({ name, value }) => html`<td data-label="${name}">${value}</td>`)}<td data-label="${runs}">${one.runs}</td><td data-label="${throughput}">${formatRate(one.throughputPerSecond)}</td><td data-label="${p99}">${time(one.p99Us)}</td><td data-label="${errors}">${formatShare(one.errorRate)}</td><td class="word">${one.validity ? validityChip(one.validity.stamp) : '–'}</td></tr>`,
  );
  const head = html`<th scope="col">${sharedTableWords.variant}</th>${heads([...settings, runs, ...figureHeads()])}<th scope="col" class="word">${sharedTableWords.validity}</th>`;
  return scrolling(sharedTableWords.variants, 'verdicts', head, rows);
}

/** Throughput over one or two settings; the deeper the more. */
export function heatTable({ map, variants, knee }: Experiment): Html | null {
  if (!map) return null;
  const rates = variants.flatMap((one) => one.throughputPerSecond ?? []);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const cell = (variant: number | null) => {
    const { throughputPerSecond: rate = null, errorRate = null } = (variant !== null && variants[variant]) || {};
    if (judgeFailedShare(errorRate) === 'all_failed') return html`<td>${chip('bad', '✕', runFailureWords.allFailed)}</td>`;
    if (rate === null) return html`<td>–</td>`;
    const mark = knee?.variant === variant && html`<br><b>${sharedTableWords.kneeHere}</b>`;
    return html`<td class="h${Math.round(4 * scaleHeat(rate, least, most))}">${formatRate(rate)}${mark}</td>`;
  };
  const head = html`<th scope="col">${map.rows?.title ?? sharedTableWords.throughput} \\ ${map.columns.title}</th>${heads(map.columns.values)}`;
  const rows = map.cells.map(
    (row, at) => html`<tr><th scope="row">${map.rows?.values[at] ?? sharedTableWords.perSecond}</th>${row.map(cell)}</tr>`,
  );
  return scrolling(sharedTableWords.ofEachSetting, 'heat', head, rows);
}

/** The found rate with its interval, and what had to hold. */
export function capacityFigure({ capacity, thresholds }: Experiment): Html | null {
  if (!capacity) return null;
  const between =
    capacity.interval &&
    html` <span class="soft">${experimentWords.interval({ low: formatRate(capacity.interval.low), high: formatRate(capacity.interval.high) })}</span>`;
  const mark = capacity.confirmed ? chip('good', '✓', experimentWords.confirmed) : chip('warn', '?', experimentWords.unconfirmed);
  return html`<p><b class="figure">${capacity.rate === null ? experimentWords.capacityZero : formatRate(capacity.rate)}</b>${between} ${mark}</p>
${thresholds.length > 0 && html`<p class="soft">${sharedSearchWords.mustHold} ${thresholds.map((one) => html`<code>${one}</code> `)}</p>`}`;
}

export function triesTable({ tries }: Experiment): Html | null {
  if (tries.length === 0) return null;
  const time = timeColumn(tries.map(({ p99Us }) => p99Us));
  const common = commonDisturbance(tries);
  const rows = tries.map((one, at) => {
    const [held, result] = [hasHeld(one), tryResult(one)];
    const mark = held === null ? chip('warn', '?', result ?? '') : chip(held ? 'good' : 'bad', held ? '✓' : '✕', result ?? '');
    const remarks = tryRemarks(one, common).map((text) => html` <span class="soft">${text}</span>`);
    return html`<tr><th scope="row">${at + 1}</th><td>${formatRate(one.rate)}</td><td>${formatRate(one.goodputPerSecond ?? one.throughputPerSecond)}</td><td>${time(one.p99Us)}</td><td>${formatShare(one.errorRate)}</td><td class="word">${one.stamp && validityChip(one.stamp)}</td><td class="word">${result === null ? '–' : html`${mark}${remarks}`}</td></tr>`;
  });
  const [, p99, errors] = figureHeads();
  const head = html`<th scope="col">${sharedSearchWords.try}</th>${heads([experimentWords.planned, experimentWords.good, p99, errors])}<th scope="col" class="word">${sharedTableWords.validity}</th><th scope="col" class="word">${experimentWords.result}</th>`;
  return html`${common && html`<p class="soft">${common.sentence}</p>`}${scrolling(experimentWords.tried, '', head, rows)}`;
}

/** The plans all variants have in common are said once. */
function targets({ variants }: Experiment): Html {
  const shown = new Map(variants.map(({ name, plan }) => [drawn(PlanLine, { plan, loadSaid: false }).text, { name, plan }]));
  const several = shown.size > 1;
  return html`${[...shown.values()].map(({ name, plan }) => html`${several && html`<p><b>${name}</b></p>`}${drawn(PlanLine, { plan, loadSaid: false })}`)}`;
}

export function experimentArticle(content: SharedExperiment): Html {
  const { title, experiment } = content;
  const { kind, stateReason, sentence } = experiment;
  const arms = sharedArms(content);
  return html`<h1>${sentence}</h1><p class="soft">${experimentKindWords[kind]} · ${title}</p>${targets(experiment)}
${stateReason !== null && html`<p>${stateReason}</p>`}
${capacityFigure(experiment)}${heatTable(experiment)}${kind === 'capacity' ? triesTable(experiment) : variantTable(experiment)}
${arms && drawn(ArmTables, { arms, noiseSaid: kind !== 'ab' })}`;
}
