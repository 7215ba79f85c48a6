/** A shared run or comparison as semantic HTML, readable without any script. */

import type { Summary, Validity } from '@plimsoll/contracts/run';
import type { SharedComparison, SharedContent, SharedPlan } from '@plimsoll/contracts/share';
import { formatCount, formatRate, formatShare, formatUs } from '@plimsoll/wording/figures';
import { namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { errorName, stateNames } from '@plimsoll/wording/words';
import { armSections, chip, heads, noiseLine, scrolling, validityChip } from './arm-tables.ts';
import { type Html, html } from './html.ts';
import { sentenceOf } from './share-words.ts';

type SharedRun = Extract<SharedContent, { kind: 'run' }>;

function requestList({ requests, sequence }: SharedPlan): Html | null {
  if (requests.length === 0) return null;
  const items = requests.map(
    (one) =>
      html`<li><b>${one.name}</b> <code>${one.method} ${one.url}</code>${!sequence && one.weight !== 1 && html` <span class="soft">weight ${one.weight}</span>`}</li>`,
  );
  return html`<p class="soft">${requests.length} requests ${sequence ? 'in sequence' : 'by weight'}</p><ul>${items}</ul>`;
}

/** What a plan requests: one line, or a list. */
export function planTarget(plan: SharedPlan): Html {
  return requestList(plan) ?? html`<p><code>${plan.method} ${plan.url}</code></p>`;
}

function planLine(label: string, plan: SharedPlan, validity: Validity | null): Html {
  return html`<p><b>${label}</b> ${plan.name !== label && plan.name} ${validity && validityChip(validity.stamp)}</p>${planTarget(plan)}${reasons(validity)}`;
}

/** Why the stamp is not "valid". */
function reasons(validity: Validity | null): Html | null {
  return validity && validity.reasons.length > 0 ? html`<p class="soft">${validity.reasons.join(' ')}</p>` : null;
}

export function comparisonArticle(content: SharedComparison): Html {
  const { title, basePlan, candidatePlans, comparison } = content;
  const arms = namedArms(comparison);
  const part = windowSentence(comparison);
  const plans = candidatePlans.map((plan, at) => {
    const candidate = arms.candidates[at];
    return planLine(candidate?.name ?? '', plan, candidate?.arm.runs[0]?.validity ?? null);
  });
  return html`<h1>${sentenceOf(content)}</h1><p class="soft">${title}${part && ` · ${part}`}</p>
${planLine('Base', basePlan, comparison.base.runs[0]?.validity ?? null)}${plans}
${armSections(arms)}${noiseLine(comparison.noiseFloor)}`;
}

function figureRows(summary: Summary): readonly (readonly [string, string])[] {
  const { responseTime: times } = summary;
  return [
    ['Throughput', formatRate(summary.throughputPerSecond)],
    ['p50', formatUs(times.p50Us)],
    ['p95', formatUs(times.p95Us)],
    ['p99', formatUs(times.p99Us)],
    ['p99.9', formatUs(times.p999Us)],
    ['Errors', formatShare(summary.errorRate)],
    ['Requests finished', formatCount(summary.requests)],
    ['Connections opened', formatCount(summary.connections.opened)],
  ];
}

/** The whole run without its warm-up. */
export function summaryTable(summary: Summary): Html {
  const rows = figureRows(summary).map(([name, figure]) => html`<tr><th scope="row">${name}</th><td><b>${figure}</b></td></tr>`);
  return html`<table aria-label="Summary"><tbody>${rows}</tbody></table>`;
}

function thresholdTable({ run }: SharedRun): Html | null {
  if (run.thresholds.length === 0) return null;
  const rows = run.thresholds.map(
    ({ expression, passed }) =>
      html`<tr><th scope="row"><code>${expression}</code></th><td class="word">${passed ? chip('good', '✓', 'Passed') : chip('bad', '✕', 'Failed')}</td></tr>`,
  );
  return html`<table aria-label="Thresholds"><thead><tr><th scope="col">Threshold</th><th scope="col" class="word">Verdict</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function errorTable({ run }: SharedRun): Html | null {
  const groups = run.summary?.errors ?? [];
  if (groups.length === 0) return null;
  const rows = groups.map(({ kind, count }) => html`<tr><th scope="row">${errorName(kind)}</th><td>${formatCount(count)}</td></tr>`);
  return html`<table aria-label="Errors"><thead><tr><th scope="col">Errors</th><th scope="col">Count</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Each request of a plan with several, in the plan's order. */
function requestTable({ byRequest }: Summary): Html | null {
  if (byRequest.length === 0) return null;
  const rows = byRequest.map((one) => {
    const { p50Us, p99Us } = one.responseTime;
    const figures = [formatRate(one.throughputPerSecond), formatUs(p50Us), formatUs(p99Us), formatShare(one.errorRate)];
    return html`<tr><th scope="row">${one.name}</th>${figures.map((figure) => html`<td>${figure}</td>`)}</tr>`;
  });
  return scrolling('Requests', '', html`<th scope="col">Request</th>${heads(['Throughput', 'p50', 'p99', 'Errors'])}`, rows);
}

export function runArticle(content: SharedRun): Html {
  const { run, plan, title, versions } = content;
  return html`<h1>${title}</h1>
<p>${stateNames[run.state]} ${run.validity && validityChip(run.validity.stamp)}</p>${planTarget(plan)}
<p><b>${sentenceOf(content)}</b></p>${reasons(run.validity)}
${run.summary && summaryTable(run.summary)}${run.summary && requestTable(run.summary)}${thresholdTable(content)}${errorTable(content)}
${versions && html`<p class="soft">Plimsoll ${versions.plimsoll} · Node.js ${versions.node} · ${versions.client} · ${versions.cpuModel}, ${versions.cores} cores</p>`}`;
}
