/** A shared run or comparison as semantic HTML, readable without any script. */

import type { Summary, Validity } from '@plimsoll/contracts/run';
import type { SharedComparison, SharedContent, SharedPlan } from '@plimsoll/contracts/share';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import { worstValidity } from '@plimsoll/contracts/worst-validity';
import { namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { errorName, limitSentence, nameOf } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { formatUs, timeColumn } from '@plimsoll/wording/time';
import { armSections, chip, heads, noiseLine, scrolling, validityChip } from './arm-tables.ts';
import { type Html, html } from './html.ts';
import { formatSentence } from './share-words.ts';

type ArmRuns = SharedComparison['comparison']['base']['runs'];
type SharedRun = Extract<SharedContent, { kind: 'run' }>;

function requestList({ requests, sequence }: SharedPlan): Html | null {
  if (requests.length === 0) return null;
  const items = requests.map(
    (one) =>
      html`<li><b>${one.name}</b> <code>${one.method} ${one.url}</code>${!sequence && one.weight !== 1 && html` <span class="soft">${sharedWord('shared.weight', { weight: one.weight })}</span>`}</li>`,
  );
  return html`<p class="soft">${sharedWord(sequence ? 'shared.requestsInSequence' : 'shared.requestsByWeight', { text: formatCount(requests.length) })}</p><ul>${items}</ul>`;
}

/** What a plan requests: one line, or a list. */
export function planTarget(plan: SharedPlan): Html {
  return requestList(plan) ?? html`<p><code>${plan.method} ${plan.url}</code></p>`;
}

function planLine(label: string, plan: SharedPlan, validity: Validity | null): Html {
  return html`<p><b>${label}</b> ${plan.name !== label && plan.name} ${validity && validityChip(validity.stamp)}</p>${planTarget(plan)}${reasons(validity)}`;
}

function worstOf(runs: ArmRuns = []): Validity | null {
  return worstValidity(runs.map(({ validity }) => validity));
}

/** Why the stamp is not "valid", and whether the target held the run back. */
function reasons(validity: Validity | null): Html | null {
  if (!validity) return null;
  const sentences = [...validity.reasons, limitSentence(validity) ?? []].flat();
  return sentences.length > 0 ? html`<p class="soft">${sentences.join(' ')}</p>` : null;
}

export function comparisonArticle(content: SharedComparison): Html {
  const { title, basePlan, candidatePlans, comparison } = content;
  const arms = namedArms(comparison);
  const part = windowSentence(comparison);
  const plans = candidatePlans.map((plan, at) => {
    const candidate = arms.candidates[at];
    return planLine(candidate?.name ?? '', plan, worstOf(candidate?.arm.runs));
  });
  return html`<h1>${formatSentence(content)}</h1><p class="soft">${title}${part && ` · ${part}`}</p>
${planLine(nameOf('arm.base'), basePlan, worstOf(comparison.base.runs))}${plans}
${armSections(arms)}${noiseLine(comparison.noiseFloor)}`;
}

function figureRows(summary: Summary): readonly (readonly [string, string])[] {
  const { p50Us, p95Us, p99Us, p999Us } = summary.responseTime;
  const { goodputPerSecond, droppedShare, failedTime } = summary;
  const time = timeColumn([p50Us, p95Us, p99Us, p999Us]);
  return [
    [sharedWord('sharedTable.throughput'), formatRate(summary.throughputPerSecond)],
    ...(summary.failed > 0 && typeof goodputPerSecond === 'number'
      ? ([[sharedWord('sharedTable.goodput'), formatRate(goodputPerSecond)]] as const)
      : []),
    ...(droppedShare ? ([[sharedWord('sharedTable.dropped'), formatShare(droppedShare)]] as const) : []),
    ...(failedTime && failedTime.count > 0 ? ([[sharedWord('sharedTable.failedP50'), formatUs(failedTime.p50Us)]] as const) : []),
    [nameOf('metricFirst.p50'), time(p50Us)],
    [nameOf('metricFirst.p95'), time(p95Us)],
    [nameOf('metricFirst.p99'), time(p99Us)],
    [nameOf('metricFirst.p999'), time(p999Us)],
    [sharedWord('sharedTable.errors'), formatShare(summary.errorRate)],
    [sharedWord('sharedTable.requestsFinished'), formatCount(summary.requests)],
    [sharedWord('sharedTable.connectionsOpened'), formatCount(summary.connections.opened)],
  ];
}

/** The whole run without its warm-up. */
export function summaryTable(summary: Summary): Html {
  const rows = figureRows(summary).map(([name, figure]) => html`<tr><th scope="row">${name}</th><td><b>${figure}</b></td></tr>`);
  return html`<table aria-label="${sharedWord('sharedTable.summary')}"><tbody>${rows}</tbody></table>`;
}

function thresholdTable({ run }: SharedRun): Html | null {
  if (run.thresholds.length === 0) return null;
  const rows = run.thresholds.map(
    ({ expression, passed }) =>
      html`<tr><th scope="row"><code>${expression}</code></th><td class="word">${passed ? chip('good', '✓', sharedWord('sharedTable.passed')) : chip('bad', '✕', sharedWord('sharedTable.failed'))}</td></tr>`,
  );
  return html`<table aria-label="${sharedWord('sharedTable.thresholds')}"><thead><tr><th scope="col">${sharedWord('sharedTable.threshold')}</th><th scope="col" class="word">${sharedWord('sharedTable.verdict')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function errorTable({ run }: SharedRun): Html | null {
  const groups = run.summary?.errors ?? [];
  if (groups.length === 0) return null;
  const rows = groups.map(({ kind, count }) => html`<tr><th scope="row">${errorName(kind)}</th><td>${formatCount(count)}</td></tr>`);
  return html`<table aria-label="${sharedWord('sharedTable.errors')}"><thead><tr><th scope="col">${sharedWord('sharedTable.errors')}</th><th scope="col">${sharedWord('sharedTable.count')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Every status that came back. */
function statusTable(summary: Summary): Html | null {
  const statuses = listStatuses(summary);
  if (statuses.length === 0) return null;
  const rows = statuses.map(
    ({ status, count, share, first, last }) =>
      html`<tr><th scope="row">${status}</th><td>${formatCount(count)}</td><td>${formatShare(share)}</td><td>${first ?? '–'}</td><td>${last ?? '–'}</td></tr>`,
  );
  const names = (['status', 'count', 'share', 'firstSecond', 'lastSecond'] as const).map((name) => sharedWord(`sharedTable.${name}`));
  return scrolling(sharedWord('sharedTable.statuses'), '', html`${heads(names)}`, rows);
}

/** Each request of a plan with several, in the plan's order. */
function requestTable({ byRequest }: Summary): Html | null {
  if (byRequest.length === 0) return null;
  const p50 = timeColumn(byRequest.map(({ responseTime }) => responseTime.p50Us));
  const p99 = timeColumn(byRequest.map(({ responseTime }) => responseTime.p99Us));
  const rows = byRequest.map((one) => {
    const { p50Us, p99Us } = one.responseTime;
    const figures = [formatRate(one.throughputPerSecond), p50(p50Us), p99(p99Us), formatShare(one.errorRate)];
    return html`<tr><th scope="row">${one.name}</th>${figures.map((figure) => html`<td>${figure}</td>`)}</tr>`;
  });
  const names = [
    sharedWord('sharedTable.throughput'),
    nameOf('metricFirst.p50'),
    nameOf('metricFirst.p99'),
    sharedWord('sharedTable.errors'),
  ];
  return scrolling(
    sharedWord('sharedTable.requests'),
    '',
    html`<th scope="col">${sharedWord('sharedTable.request')}</th>${heads(names)}`,
    rows,
  );
}

/** What its seconds tell, one sentence a finding. */
function storyList({ story }: SharedRun): Html | null {
  const sentences = [...(story?.findings ?? []), ...(story?.overload ? [story.overload] : [])].map(({ text }) => html`<li>${text}</li>`);
  return sentences.length > 0 ? html`<ul aria-label="${sharedWord('sharedTable.story')}">${sentences}</ul>` : null;
}

export function runArticle(content: SharedRun): Html {
  const { run, plan, title, versions } = content;
  return html`<h1>${title}</h1>
<p>${nameOf(`state.${run.state}`)} ${run.validity && validityChip(run.validity.stamp)}</p>${planTarget(plan)}
<p><b>${formatSentence(content)}</b></p>${reasons(run.validity)}${storyList(content)}
${run.summary && summaryTable(run.summary)}${run.summary && requestTable(run.summary)}${thresholdTable(content)}${run.summary && statusTable(run.summary)}${errorTable(content)}
${versions && html`<p class="soft">${sharedWord('shared.versions', { ...versions, cpu: versions.cpuModel })}</p>`}`;
}
