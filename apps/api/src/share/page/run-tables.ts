/** Figures, statuses, errors, thresholds and story of a shared run as semantic HTML. */

import { type Summary, tellsConnections, type Validity } from '@plimsoll/contracts/run';
import type { SharedContent } from '@plimsoll/contracts/share';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import { errorName, limitSentence, nameOf } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { nameStatus } from '@plimsoll/wording/statuses';
import { formatUs, timeColumn } from '@plimsoll/wording/time';
import { chip, heads, scrolling } from './arm-tables.ts';
import { type Html, html } from './html.ts';

export type SharedRun = Extract<SharedContent, { kind: 'run' }>;

/** Why the stamp is not "valid", and whether the target held the run back. */
export function reasons(validity: Validity | null): Html | null {
  if (!validity) return null;
  const sentences = [...validity.reasons, limitSentence(validity) ?? []].flat();
  return sentences.length > 0 ? html`<p class="soft">${sentences.join(' ')}</p>` : null;
}

/** The figures a finished run is known by, each with its name. */
export function figureRows(summary: Summary): readonly (readonly [string, string])[] {
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
    ...(tellsConnections(summary) ? [[sharedWord('sharedTable.connectionsOpened'), formatCount(summary.connections.opened)] as const] : []),
  ];
}

/** The whole run without its warm-up. */
export function summaryTable(summary: Summary): Html {
  const rows = figureRows(summary).map(([name, figure]) => html`<tr><th scope="row">${name}</th><td><b>${figure}</b></td></tr>`);
  return html`<table aria-label="${sharedWord('sharedTable.summary')}"><tbody>${rows}</tbody></table>`;
}

export function thresholdTable({ run }: SharedRun): Html | null {
  if (run.thresholds.length === 0) return null;
  const rows = run.thresholds.map(
    ({ expression, passed }) =>
      html`<tr><th scope="row"><code>${expression}</code></th><td class="word">${passed ? chip('good', '✓', sharedWord('sharedTable.passed')) : chip('bad', '✕', sharedWord('sharedTable.failed'))}</td></tr>`,
  );
  return html`<table aria-label="${sharedWord('sharedTable.thresholds')}"><thead><tr><th scope="col">${sharedWord('sharedTable.threshold')}</th><th scope="col" class="word">${sharedWord('sharedTable.verdict')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

export function errorTable({ run }: SharedRun): Html | null {
  const groups = run.summary?.errors ?? [];
  if (groups.length === 0) return null;
  const rows = groups.map(({ kind, count }) => html`<tr><th scope="row">${errorName(kind)}</th><td>${formatCount(count)}</td></tr>`);
  return html`<table aria-label="${sharedWord('sharedTable.errors')}"><thead><tr><th scope="col">${sharedWord('sharedTable.errors')}</th><th scope="col">${sharedWord('sharedTable.count')}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Every status that came back. */
export function statusTable(summary: Summary): Html | null {
  const statuses = listStatuses(summary);
  if (statuses.length === 0) return null;
  const rows = statuses.map(
    ({ status, count, share, first, last }) =>
      html`<tr><th scope="row">${nameStatus(status)}</th><td>${formatCount(count)}</td><td>${formatShare(share)}</td><td>${first ?? '–'}</td><td>${last ?? '–'}</td></tr>`,
  );
  const names = (['status', 'count', 'share', 'firstSecond', 'lastSecond'] as const).map((name) => sharedWord(`sharedTable.${name}`));
  return scrolling(sharedWord('sharedTable.statuses'), '', html`${heads(names)}`, rows);
}

/** Each request of a plan with several, in the plan's order. */
export function requestTable({ byRequest }: Summary): Html | null {
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
export function storyList({ story }: SharedRun): Html | null {
  const sentences = [...(story?.findings ?? []), ...(story?.overload ? [story.overload] : [])].map(({ text }) => html`<li>${text}</li>`);
  return sentences.length > 0 ? html`<ul aria-label="${sharedWord('sharedTable.story')}">${sentences}</ul>` : null;
}
