/** A run's report: the sentence first, then the figures, then everything behind them. */
import type { Summary } from '@plimsoll/contracts/run';
import type { Story } from '@plimsoll/contracts/story';
import { hasStages } from '@plimsoll/contracts/story-marks';
import { nameOf } from '@plimsoll/wording/names';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { formatStatuses } from '@plimsoll/wording/statuses';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import { heads, scrolling, validityChip } from '../share/page/arm-tables.ts';
import { callStatusTable, messageTable } from '../share/page/call-tables.ts';
import { type Html, html } from '../share/page/html.ts';
import { errorTable, figureRows, reasons, requestTable, type SharedRun, statusTable, thresholdTable } from '../share/page/run-tables.ts';
import { planTarget } from '../share/page/share-tables.ts';
import { formatSentence } from '../share/page/share-words.ts';
import { timesTable } from '../share/page/times-table.ts';
import { formatUtc } from './format-utc.ts';
import { factTable, planTable } from './plan-table.ts';
import { runCharts } from './run-charts.ts';

export function runReport(content: SharedRun): Html {
  const { run, plan, title, story, versions } = content;
  const { summary } = run;
  return html`<h1>${title}</h1>
<p>${nameOf(`state.${run.state}`)} ${run.validity && validityChip(run.validity.stamp)} ${run.startedAt && html`<span class="soft">${sharedWord('report.started', { at: formatUtc(run.startedAt) })}</span>`}</p>${planTarget(plan)}
<p><b>${formatSentence(content)}</b></p>${reasons(run.validity)}
${summary && tiles(summary)}${story && findingList(story)}${runCharts(content)}${story && stageTable(story)}
${summary && html`${section(sharedWord('report.times'), timesTable(summary))}${section(sharedWord('sharedTable.requests'), requestTable(summary))}`}${section(sharedWord('sharedTable.thresholds'), thresholdTable(content))}
${summary && html`${section(sharedWord('sharedTable.messages'), messageTable(summary))}${section(sharedWord('sharedTable.grpcStatuses'), callStatusTable(summary))}${section(sharedWord('sharedTable.statuses'), statusTable(summary))}`}${section(sharedWord('sharedTable.errors'), errorTable(content))}${summary && section(sharedWord('report.connections'), connectionTable(summary))}
${section(sharedWord('report.plan'), planTable(plan))}
${versions && html`<h2>${sharedWord('report.versions')}</h2><p class="soft">${sharedWord('shared.versions', { ...versions, cpu: versions.cpuModel })}</p>`}`;
}

/** With its heading, where there is anything. */
export function section(title: string, body: Html | null): Html | null {
  return body && html`<h2>${title}</h2>${body}`;
}

function tiles(summary: Summary): Html {
  const each = figureRows(summary).map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>`);
  return html`<dl class="tiles" aria-label="${sharedWord('report.figures')}">${each}</dl>`;
}

/** Their numbers are those of the marks on the charts. */
function findingList({ findings, overload }: Story): Html | null {
  if (findings.length === 0 && !overload) return null;
  const list = findings.length > 0 && html`<ol>${findings.map(({ text }) => html`<li>${text}</li>`)}</ol>`;
  return html`<h2>${sharedWord('sharedTable.story')}</h2>${list}${overload && html`<p>${overload.text}</p>`}`;
}

function stageTable({ stages }: Story): Html | null {
  if (!hasStages({ stages })) return null;
  const time = timeColumn(stages.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const names = (['from', 'plannedPerSecond', 'sentPerSecond', 'goodPerSecond', 'failedPerSecond'] as const).map((name) =>
    sharedWord(`report.${name}`),
  );
  const rows = stages.map((stage) => {
    const rates = [stage.plannedPerSecond, stage.sentPerSecond, stage.goodPerSecond, stage.failedPerSecond].map(formatSignificant);
    const figures = [formatClock(stage.fromSecond), ...rates, time(stage.p50Us), time(stage.p95Us), time(stage.p99Us)];
    const cells = figures.map((figure) => html`<td>${figure}</td>`);
    return html`<tr><th scope="row">${stage.name === 'warmup' || stage.name === 'drain' ? sharedWord(`report.${stage.name}`) : stage.name}</th>${cells}<td class="word">${formatStatuses(stage.statuses, stage.outcomes)}</td></tr>`;
  });
  const head = html`<th scope="col">${sharedWord('report.stage')}</th>${heads([...names, 'p50', 'p95', 'p99'])}<th scope="col" class="word">${sharedWord('report.statuses')}</th>`;
  return section(sharedWord('report.stages'), scrolling(sharedWord('report.stages'), '', head, rows));
}

function connectionTable({ connections, sent, peakInFlight }: Summary): Html {
  const { opened, reused, open, failed, closedByPeer, closedByUs, tlsHandshakes } = connections;
  return factTable(sharedWord('report.connections'), [
    [sharedWord('sharedTable.connectionsOpened'), formatCount(opened)],
    [sharedWord('report.perConnection'), opened > 0 ? formatSignificant(sent / opened) : '–'],
    [sharedWord('report.reused'), `${formatCount(reused)} (${formatShare(sent > 0 ? reused / sent : null)})`],
    [sharedWord('report.most'), formatCount(open)],
    ...(peakInFlight === null ? [] : [[sharedWord('report.mostInFlight'), formatCount(peakInFlight)] as const]),
    [sharedWord('report.attemptsFailed'), formatCount(failed)],
    [sharedWord('report.closedByPeer'), formatCount(closedByPeer)],
    [sharedWord('report.closedByUs'), formatCount(closedByUs)],
    [sharedWord('report.handshakes'), formatCount(tlsHandshakes)],
  ]);
}
