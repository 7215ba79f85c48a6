/** A shared run or comparison as semantic HTML, readable without any script. */
import type { Arm, ComparisonResult } from '@plimsoll/contracts/comparison';
import { formatCount, formatRate, formatShare, formatUs } from '@plimsoll/contracts/figures';
import { metricChange, metricInterval, metricValue, worstFirst } from '@plimsoll/contracts/metric-figures';
import type { Summary, Validity } from '@plimsoll/contracts/run';
import type { SharedContent, SharedPlan } from '@plimsoll/contracts/share';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { type Html, html } from './html.ts';
import { errorName, gradeNames, metricNames, sentenceOf, stampNames, stateNames, verdictNames } from './share-words.ts';

type SharedRun = Extract<SharedContent, { kind: 'run' }>;
type SharedComparison = Extract<SharedContent, { kind: 'comparison' }>;

const verdictTones = { better: 'good', worse: 'bad', no_difference: 'even', not_enough_evidence: 'warn' } as const;
const stampTones = { valid: 'good', degraded: 'warn', invalid: 'bad' } as const;
const verdictSigns = { no_difference: '=', not_enough_evidence: '?' } as const;
const stampSigns = { valid: '✓', degraded: '!', invalid: '✕' } as const;

/** Icon, word and colour: never colour alone. */
function chip(tone: string, sign: string, word: string): Html {
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign} </span>${word}</span>`;
}

export function validityChip(stamp: Validity['stamp']): Html {
  return chip(stampTones[stamp], stampSigns[stamp], stampNames[stamp]);
}

function verdictChip({ verdict, delta }: MetricDelta): Html {
  const sign = verdict === 'better' || verdict === 'worse' ? ((delta ?? 0) > 0 ? '▲' : '▼') : verdictSigns[verdict];
  return chip(verdictTones[verdict], sign, verdictNames[verdict]);
}

function verdictRow(metric: MetricDelta): Html {
  const range = metricInterval(metric) ?? 'no interval';
  return html`<tr><th scope="row">${metricNames[metric.metric]}</th><td data-label="Base">${metricValue(metric, metric.base)}</td><td data-label="Candidate"><b>${metricValue(metric, metric.candidate)}</b></td><td data-label="Change">${metricChange(metric)}</td><td data-label="95 % interval">${range}</td><td class="word">${verdictChip(metric)}</td></tr>`;
}

/** The table of a comparison, the worst first. */
export function verdictTable(result: Pick<ComparisonResult, 'metrics'>): Html {
  const figures = ['Base', 'Candidate', 'Change', '95 % interval'].map((name) => html`<th scope="col">${name}</th>`);
  const head = html`<th scope="col">Metric</th>${figures}<th scope="col" class="word">Verdict</th>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Verdicts"><table class="verdicts" aria-label="Verdicts"><thead><tr>${head}</tr></thead><tbody>${worstFirst(result.metrics).map(verdictRow)}</tbody></table></div>`;
}

function planLine(label: string, plan: SharedPlan, arm: Arm): Html {
  const validity = arm.runs[0]?.validity ?? null;
  return html`<p><b>${label}</b> ${plan.name} ${validity && validityChip(validity.stamp)}<br><code>${plan.method} ${plan.url}</code></p>${reasons(validity)}`;
}

/** Why the stamp is not "valid". */
function reasons(validity: Validity | null): Html | null {
  return validity && validity.reasons.length > 0 ? html`<p class="soft">${validity.reasons.join(' ')}</p>` : null;
}

function comparisonArticle({ title, basePlan, candidatePlan, comparison }: SharedComparison): Html {
  const { comparability, noiseFloor } = comparison;
  const differences = comparability.differences.map(
    (one) => html`<li><code>${one.field}</code> ${one.base ?? 'none'} → ${one.candidate ?? 'none'}</li>`,
  );
  return html`<h1>${comparison.sentence}</h1><p class="soft">${title}</p>
${planLine('Base', basePlan, comparison.base)}${planLine('Candidate', candidatePlan, comparison.candidate)}
<p><b>${gradeNames[comparability.grade]}</b> ${comparability.sentence}</p>${differences.length > 0 && html`<ul>${differences}</ul>`}
${verdictTable(comparison)}
<p class="soft">${noiseFloor === null ? 'Verdicts speak about these runs: how much runs of this plan differ by chance has not been measured.' : `This setup cannot see changes under ${formatShare(noiseFloor)}.`}</p>`;
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

function runArticle(content: SharedRun): Html {
  const { run, plan, title, versions } = content;
  return html`<h1>${title}</h1>
<p>${stateNames[run.state]} ${run.validity && validityChip(run.validity.stamp)}<br><code>${plan.method} ${plan.url}</code></p>
<p><b>${sentenceOf(content)}</b></p>${reasons(run.validity)}
${run.summary && summaryTable(run.summary)}${thresholdTable(content)}${errorTable(content)}
${versions && html`<p class="soft">Plimsoll ${versions.plimsoll} · Node.js ${versions.node} · undici ${versions.undici} · ${versions.cpuModel}, ${versions.cores} cores</p>`}`;
}

export function shareArticle(content: SharedContent): Html {
  return content.kind === 'comparison' ? comparisonArticle(content) : runArticle(content);
}
