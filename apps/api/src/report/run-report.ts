/** A run's report: the sentence first, then the figures, then everything behind them. */
import { leadingFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Summary } from '@plimsoll/contracts/run';
import type { Story } from '@plimsoll/contracts/story';
import { besideLimit, hasStages } from '@plimsoll/contracts/story-marks';
import { publicWords } from '@plimsoll/wording/en/app';
import { chartWords, connectionsWords } from '@plimsoll/wording/en/chart';
import { latencyWords, storyWords } from '@plimsoll/wording/en/run';
import { reportWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { stageName } from '@plimsoll/wording/stage-name';
import { formatStatuses } from '@plimsoll/wording/statuses';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import { callStatusTable, messageTable } from '../share/page/call-tables.ts';
import { type Html, html } from '../share/page/html.ts';
import { errorTable, figureRows, requestTable, runReasons, type SharedRun, statusTable, thresholdTable } from '../share/page/run-tables.ts';
import { planTarget } from '../share/page/share-tables.ts';
import { formatSentence } from '../share/page/share-words.ts';
import { heads, scrolling, stateChip, validityChip } from '../share/page/table-html.ts';
import { timesTable } from '../share/page/times-table.ts';
import { formatUtc } from './format-utc.ts';
import { factTable, planTable } from './plan-table.ts';
import { runCharts } from './run-charts.ts';

export function runReport(content: SharedRun): Html {
  const { run, plan, title, versions } = content;
  const story = content.story && besideLimit(content.story, run.validity);
  const { summary } = run;
  return html`<h1>${title}</h1>
<p>${stateChip(run)} ${run.validity && validityChip(run.validity.stamp)} ${run.startedAt && html`<span class="soft">${reportWords.started({ at: formatUtc(run.startedAt) })}</span>`}</p>${planTarget(plan)}
<p><b>${formatSentence(content)}</b></p>${runReasons(run)}
${summary && tiles(summary)}${story && findingList(story)}${runCharts({ ...content, story })}${story && stageTable(story)}
${summary && html`${section(latencyWords.table, timesTable(summary, run.validity))}${section(sharedTableWords.requests, requestTable(summary))}`}${section(sharedTableWords.thresholds, thresholdTable(content))}
${summary && html`${section(sharedTableWords.messages, messageTable(summary))}${section(sharedTableWords.grpcStatuses, callStatusTable(summary))}${section(sharedTableWords.statuses, statusTable(summary))}`}${section(sharedTableWords.errors, errorTable(content))}${summary && section(chartWords.connections, connectionTable(summary))}
${section(reportWords.plan, planTable(plan))}
${versions && html`<h2>${reportWords.versions}</h2><p class="soft">${publicWords.versions({ ...versions, cpu: versions.cpuModel })}</p>`}`;
}

/** With its heading, where there is anything. */
export function section(title: string, body: Html | null): Html | null {
  return body && html`<h2>${title}</h2>${body}`;
}

function tiles(summary: Summary): Html {
  const each = figureRows(summary).map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>`);
  return html`<dl class="tiles" aria-label="${reportWords.figures}">${each}</dl>`;
}

/** Their numbers are those of the marks on the charts. */
function findingList({ findings, overload }: Story): Html | null {
  if (findings.length === 0 && !overload) return null;
  const list = findings.length > 0 && html`<ol>${findings.map(({ text }) => html`<li>${text}</li>`)}</ol>`;
  return html`<h2>${sharedTableWords.story}</h2>${list}${overload && html`<p>${overload.text}</p>`}`;
}

function stageTable({ stages }: Story): Html | null {
  if (!hasStages({ stages })) return null;
  const time = timeColumn(stages.flatMap(({ p50Us, p99Us }) => [p50Us, p99Us]));
  const names = (['from', 'planned', 'sent', 'good', 'failed'] as const).map((name) => storyWords[name]);
  const rows = stages.map((stage) => {
    const rates = [stage.plannedPerSecond, stage.sentPerSecond, stage.goodPerSecond, stage.failedPerSecond].map(formatSignificant);
    const figures = [formatClock(stage.fromSecond), ...rates, ...leadingFields.map((field) => time(stage[field]))];
    const cells = figures.map((figure) => html`<td>${figure}</td>`);
    return html`<tr><th scope="row">${stageName(stage.name)}</th>${cells}<td class="word">${formatStatuses(stage.statuses, stage.outcomes)}</td></tr>`;
  });
  const head = html`<th scope="col">${storyWords.stage}</th>${heads([...names, ...leadingFields.map((field) => timesFigures[field].name)])}<th scope="col" class="word">${storyWords.statuses}</th>`;
  return section(storyWords.stages, scrolling(storyWords.stages, '', head, rows));
}

function connectionTable({ connections, sent, peakInFlight }: Summary): Html {
  const { opened, reused, open, failed, closedByPeer, closedByUs, tlsHandshakes } = connections;
  return factTable(chartWords.connections, [
    [connectionsWords.opened, formatCount(opened)],
    [connectionsWords.perConnection({}), opened > 0 ? formatSignificant(sent / opened) : '–'],
    [connectionsWords.reused({}), `${formatCount(reused)} (${formatShare(sent > 0 ? reused / sent : null)})`],
    [connectionsWords.most, formatCount(open)],
    ...(peakInFlight === null ? [] : [[reportWords.mostInFlight, formatCount(peakInFlight)] as const]),
    [connectionsWords.failed, formatCount(failed)],
    [connectionsWords.closedByPeer, formatCount(closedByPeer)],
    [connectionsWords.closedByUs, formatCount(closedByUs)],
    [connectionsWords.tls, formatCount(tlsHandshakes)],
  ]);
}
