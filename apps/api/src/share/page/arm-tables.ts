/** What is compared as semantic HTML: verdicts, requests by name, errors, what differs. */

import { isOfMessages, isUnfolded } from '@plimsoll/contracts/compared-metric';
import type { Candidate } from '@plimsoll/contracts/comparison';
import type { Validity } from '@plimsoll/contracts/run';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { findHeadline, noiseSentence, requestMetrics, worstRequestsFirst } from '@plimsoll/wording/arm-words';
import { metricChange, metricColumn, metricInterval, worstFirst } from '@plimsoll/wording/metric-figures';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { errorName, gradeLead, nameOf } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { type Html, html } from './html.ts';

const verdictTones = { better: 'good', worse: 'bad', no_difference: 'even', not_enough_evidence: 'warn' } as const;
const stampTones = { valid: 'good', unwatched: 'even', degraded: 'warn', invalid: 'bad' } as const;
const verdictSigns = { no_difference: '=', not_enough_evidence: '?' } as const;
const stampSigns = { valid: '✓', unwatched: '–', degraded: '!', invalid: '✕' } as const;

/** Icon, word and colour: never colour alone. */
export function chip(tone: string, sign: string, word: string): Html {
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign} </span>${word}</span>`;
}

export function validityChip(stamp: Validity['stamp']): Html {
  return chip(stampTones[stamp], stampSigns[stamp], nameOf(`validity.${stamp}`));
}

function verdictChip({ verdict, delta }: MetricDelta): Html {
  const sign = verdict === 'better' || verdict === 'worse' ? ((delta ?? 0) > 0 ? '▲' : '▼') : verdictSigns[verdict];
  return chip(verdictTones[verdict], sign, nameOf(`verdict.${verdict}`));
}

type TableWord = 'metric' | 'change' | 'interval' | 'noInterval' | 'verdict' | 'allArms';
const armHeads = () => [nameOf('arm.base'), nameOf('arm.candidate')];

function verdictRow(metric: MetricDelta, write: ReturnType<typeof metricColumn>): Html {
  const range = metricInterval(metric) ?? sharedWord('sharedTable.noInterval');
  const label = (name: TableWord) => sharedWord(`sharedTable.${name}`);
  return html`<tr><th scope="row">${nameOf(`metric.${metric.metric}`)}</th><td data-label="${nameOf('arm.base')}">${write(metric.metric, metric.base)}</td><td data-label="${nameOf('arm.candidate')}"><b>${write(metric.metric, metric.candidate)}</b></td><td data-label="${label('change')}">${metricChange(metric)}</td><td data-label="${label('interval')}">${range}</td><td class="word">${verdictChip(metric)}</td></tr>`;
}

export const heads = (names: readonly string[]) => names.map((name) => html`<th scope="col">${name}</th>`);

export function scrolling(label: string, className: string, head: Html, rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="${className}" aria-label="${label}"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The table of a comparison, the worst first. */
export function verdictTable(metrics: readonly MetricDelta[], label = sharedWord('sharedTable.verdicts')): Html {
  const head = html`<th scope="col">${sharedWord('sharedTable.metric')}</th>${heads([...armHeads(), sharedWord('sharedTable.change'), sharedWord('sharedTable.interval')])}<th scope="col" class="word">${sharedWord('sharedTable.verdict')}</th>`;
  const write = metricColumn(metrics);
  const rows = worstFirst(metrics).map((metric) => verdictRow(metric, write));
  return scrolling(label, 'verdicts', head, rows);
}

/** All arms of a comparison, a row each: what moved most, and the verdict on it. */
export function armTable({ base, candidates }: NamedArms): Html {
  const label = (name: TableWord) => sharedWord(`sharedTable.${name}`);
  const head = html`<th scope="col">${sharedWord('sharedTable.against', { base: base.name })}</th><th scope="col">${label('metric')}</th>${heads([label('change'), label('interval')])}<th scope="col" class="word">${label('verdict')}</th>`;
  const rows = candidates.map(({ name, arm }) => {
    const metric = findHeadline(arm.metrics);
    const figures = metric
      ? html`<td data-label="${label('metric')}">${nameOf(`metric.${metric.metric}`)}</td><td data-label="${label('change')}"><b>${metricChange(metric)}</b></td><td data-label="${label('interval')}">${metricInterval(metric) ?? label('noInterval')}</td><td class="word">${verdictChip(metric)}</td>`
      : html`<td colspan="4">–</td>`;
    return html`<tr><th scope="row">${name}</th>${figures}</tr>`;
  });
  return scrolling(label('allArms'), 'verdicts', head, rows);
}

/** Each request by its name, the worst first. */
function requestTable({ byRequest }: Candidate): Html | null {
  if (byRequest.length === 0) return null;
  const write = metricColumn(byRequest.flatMap(({ metrics }) => metrics));
  const cell = (metric: MetricDelta | undefined) =>
    metric
      ? html`<td>${write(metric.metric, metric.candidate)} <span class="soft">${metricChange(metric)}</span><br>${verdictChip(metric)}</td>`
      : html`<td>–</td>`;
  const rows = worstRequestsFirst(byRequest).map(({ name, in: where, metrics }) => {
    const figures =
      where === 'both'
        ? requestMetrics.map((metric) => cell(metrics.find((one) => one.metric === metric)))
        : html`<td colspan="${requestMetrics.length}" class="word soft">${nameOf(`requestPlace.${where}`)}</td>`;
    return html`<tr><th scope="row">${name}</th>${figures}</tr>`;
  });
  return scrolling(
    sharedWord('sharedTable.byRequest'),
    '',
    html`<th scope="col">${sharedWord('sharedTable.request')}</th>${heads(requestMetrics.map((metric) => nameOf(`metric.${metric}`)))}`,
    rows,
  );
}

function changedErrors({ errors }: Candidate): Html | null {
  if (errors.length === 0) return null;
  const rows = errors.map(
    (one) =>
      html`<tr><th scope="row">${errorName(one.kind)}</th><td class="word">${nameOf(`errorChange.${one.change}`)}</td><td>${formatCount(one.base)} (${formatShare(one.baseShare)})</td><td>${formatCount(one.candidate)} (${formatShare(one.candidateShare)})</td></tr>`,
  );
  const head = html`<th scope="col">${sharedWord('sharedTable.error')}</th><th scope="col" class="word">${sharedWord('sharedTable.change')}</th>${heads(armHeads())}`;
  return scrolling(sharedWord('sharedTable.errors'), '', head, rows);
}

/** Folded under response time. */
function otherTimes({ metrics }: Candidate): Html | null {
  const others = metrics.filter(({ metric }) => !isUnfolded(metric) && !isOfMessages(metric));
  const title = sharedWord('sharedTable.otherTimes');
  return others.length === 0 ? null : html`<details><summary>${title}</summary>${verdictTable(others, title)}</details>`;
}

/** Of calls of gRPC. */
function messageTable({ metrics }: Candidate): Html | null {
  const ofMessages = metrics.filter(({ metric }) => isOfMessages(metric));
  const title = sharedWord('sharedTable.messages');
  return ofMessages.length === 0 ? null : html`<details open><summary>${title}</summary>${verdictTable(ofMessages, title)}</details>`;
}

function candidateSection(candidate: Candidate, label?: string): Html {
  const { comparability } = candidate;
  const differences = comparability.differences.map(
    (one) =>
      html`<li><code>${one.field}</code> ${one.base ?? sharedWord('shared.none')} → ${one.candidate ?? sharedWord('shared.none')}</li>`,
  );
  return html`<p><b>${gradeLead(comparability)}</b> ${comparability.sentence}</p>${differences.length > 0 && html`<ul>${differences}</ul>`}
${verdictTable(
  candidate.metrics.filter(({ metric }) => isUnfolded(metric)),
  label,
)}${messageTable(candidate)}${otherTimes(candidate)}${requestTable(candidate)}${changedErrors(candidate)}`;
}

/** Each candidate against the base; of several, all of them in one table first. */
export function armSections(arms: NamedArms): Html {
  const { base, candidates } = arms;
  const [only, ...more] = candidates;
  if (only && more.length === 0) return candidateSection(only.arm);
  const sections = candidates.map(
    ({ name, arm }) =>
      html`<h2>${sharedWord('sharedTable.armAgainst', { arm: name, base: base.name })}</h2><p>${arm.sentence}</p>${candidateSection(arm, sharedWord('sharedTable.verdictsOf', { arm: name }))}`,
  );
  return html`${armTable(arms)}${sections}`;
}

export function noiseLine(noiseFloor: number | null): Html {
  return html`<p class="soft">${noiseFloor === null ? sharedWord('sharedTable.noiseUnknown') : noiseSentence(noiseFloor)}</p>`;
}
