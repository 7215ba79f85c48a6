/** A shared run or comparison as semantic HTML, readable without any script. */

import { judgeFailure } from '@plimsoll/contracts/failure';
import type { Summary, Validity } from '@plimsoll/contracts/run';
import type { SharedComparison, SharedPlan } from '@plimsoll/contracts/share';
import { worstValidity } from '@plimsoll/contracts/worst-validity';
import { ArmTables } from '@plimsoll/pages/arm-tables';
import { publicWords } from '@plimsoll/wording/en/app';
import { armWords } from '@plimsoll/wording/en/names';
import { sharedWords } from '@plimsoll/wording/en/shared';
import { namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { formatCount } from '@plimsoll/wording/number';
import { callStatusTable, messageTable } from './call-tables.ts';
import { drawn, type Html, html } from './html.ts';
import {
  errorTable,
  reasons,
  requestTable,
  runReasons,
  type SharedRun,
  statusTable,
  storyList,
  summaryTable,
  thresholdTable,
} from './run-tables.ts';
import { formatSentence } from './share-words.ts';
import { stateChip, validityChip } from './table-html.ts';
import { timesTable } from './times-table.ts';

type ArmRuns = SharedComparison['comparison']['base']['runs'];

function requestList({ requests, sequence }: SharedPlan): Html | null {
  if (requests.length === 0) return null;
  const items = requests.map(
    (one) =>
      html`<li><b>${one.name}</b> <code>${one.method} ${one.url}</code>${!sequence && one.weight !== 1 && html` <span class="soft">${publicWords.weight({ weight: one.weight })}</span>`}</li>`,
  );
  return html`<p class="soft">${(sequence ? sharedWords.requestsInSequence : sharedWords.requestsByWeight)({ text: formatCount(requests.length) })}</p><ul>${items}</ul>`;
}

/** The requests of a plan: one line, or a list. */
export function planTarget(plan: SharedPlan): Html {
  return requestList(plan) ?? html`<p><code>${plan.method} ${plan.url}</code></p>`;
}

function planLine(label: string, plan: SharedPlan, validity: Validity | null): Html {
  return html`<p><b>${label}</b> ${plan.name !== label && plan.name} ${validity && validityChip(validity.stamp)}</p>${planTarget(plan)}${reasons(validity)}`;
}

function worstOf(runs: ArmRuns = []): Validity | null {
  return worstValidity(runs.map(({ validity }) => validity));
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
${planLine(armWords.base, basePlan, worstOf(comparison.base.runs))}${plans}
${drawn(ArmTables, { arms })}`;
}

/** Tables that only gRPC calls have. */
function callTables(summary: Summary, validity: Validity | null): Html {
  return html`${messageTable(summary)}${summary.grpc && timesTable(summary, validity)}${callStatusTable(summary)}`;
}

export function runArticle(content: SharedRun): Html {
  const { run, plan, title, versions } = content;
  return html`<h1>${title}</h1>
<p>${stateChip(run)} ${run.validity && validityChip(run.validity.stamp)}</p>${planTarget(plan)}
<p><b>${formatSentence(content)}</b></p>${runReasons(run)}${judgeFailure(run.summary) !== 'unanswered' && storyList(content)}
${run.summary && summaryTable(run.summary)}${run.summary && requestTable(run.summary)}${thresholdTable(content)}${run.summary && callTables(run.summary, run.validity)}${run.summary && statusTable(run.summary)}${errorTable(content)}
${versions && html`<p class="soft">${publicWords.versions({ ...versions, cpu: versions.cpuModel })}</p>`}`;
}
