/** A shared experiment as semantic HTML, readable without any script. */

import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { scaleHeat } from '@plimsoll/contracts/sweep-grid';
import { ArmTables } from '@plimsoll/pages/arm-tables';
import { PlanLine } from '@plimsoll/pages/plan-target';
import { SharedTries, SharedVariants } from '@plimsoll/pages/shared-tables';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { experimentKindWords, runFailureWords } from '@plimsoll/wording/en/names';
import { sharedSearchWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { drawn, type Html, html } from './html.ts';
import { chip, heads, scrolling } from './table-html.ts';

type Experiment = SharedExperiment['experiment'];

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
${capacityFigure(experiment)}${heatTable(experiment)}${drawn(kind === 'capacity' ? SharedTries : SharedVariants, { experiment })}
${arms && drawn(ArmTables, { arms, noiseSaid: kind !== 'ab' })}`;
}
