/** Figures, statuses, errors, thresholds and story of a shared run as semantic HTML. */

import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import { type Summary, tellsConnections, type Validity } from '@plimsoll/contracts/run';
import type { SharedContent } from '@plimsoll/contracts/share';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import { connectionsWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricFirstWords } from '@plimsoll/wording/en/names';
import { sharedTableWords } from '@plimsoll/wording/en/shared';
import { errorName, limitSentence } from '@plimsoll/wording/names';
import { formatCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { failureAdvice } from '@plimsoll/wording/run-sentence';
import { formatShare } from '@plimsoll/wording/share';
import { nameStatus } from '@plimsoll/wording/statuses';
import { formatUs, timeColumn } from '@plimsoll/wording/time';
import { type Html, html } from './html.ts';
import { chip, heads, scrolling } from './table-html.ts';

export type SharedRun = Extract<SharedContent, { kind: 'run' }>;

/** Why the stamp is not "valid", and whether the target held the run back. */
export function reasons(validity: Validity | null): Html | null {
  if (!validity) return null;
  const sentences = [...validity.reasons, limitSentence(validity) ?? []].flat();
  return sentences.length > 0 ? html`<p class="soft">${sentences.join(' ')}</p>` : null;
}

/** What to try where nothing was good, then the reasons of the stamp, unless they are that nothing was answered. */
export function runReasons({ summary, validity }: SharedRun['run']): Html {
  const advice = failureAdvice(summary);
  return html`${advice && html`<p>${advice}</p>`}${summary && isUnconnected(summary) ? null : reasons(validity)}`;
}

/** The figures a finished run is known by, each with its name. */
export function figureRows(summary: Summary): readonly (readonly [string, string])[] {
  const { p50Us, p95Us, p99Us, p999Us } = summary.responseTime;
  const { goodputPerSecond, droppedShare, failedTime } = summary;
  const time = timeColumn([p50Us, p95Us, p99Us, p999Us]);
  const timed = ([name, us]: readonly [string, number | null]) => (us === null ? [] : [[name, time(us)] as const]);
  const throughput = measuredThroughput(summary);
  const finished = throughput === null ? [] : [[sharedTableWords.throughput, formatRate(throughput)] as const];
  const good =
    summary.failed > 0 && typeof goodputPerSecond === 'number' ? [[sharedTableWords.goodput, formatRate(goodputPerSecond)] as const] : [];
  return [
    ...(judgeFailure(summary) ? [...good, ...finished] : [...finished, ...good]),
    ...(droppedShare ? ([[sharedTableWords.dropped, formatShare(droppedShare)]] as const) : []),
    ...(failedTime && failedTime.count > 0 ? ([[sharedTableWords.failedP50, formatUs(failedTime.p50Us)]] as const) : []),
    ...timed([metricFirstWords.p50, p50Us]),
    ...timed([metricFirstWords.p95, p95Us]),
    ...timed([metricFirstWords.p99, p99Us]),
    ...timed([metricFirstWords.p999, p999Us]),
    [sharedTableWords.errors, formatShare(summary.errorRate)],
    [compareWords.requests({}), formatCount(summary.requests)],
    ...(tellsConnections(summary) ? [[connectionsWords.opened, formatCount(summary.connections.opened)] as const] : []),
  ];
}

/** The whole run without its warm-up. */
export function summaryTable(summary: Summary): Html {
  const rows = figureRows(summary).map(([name, figure]) => html`<tr><th scope="row">${name}</th><td><b>${figure}</b></td></tr>`);
  return html`<table aria-label="${sharedTableWords.summary}"><tbody>${rows}</tbody></table>`;
}

export function thresholdTable({ run }: SharedRun): Html | null {
  if (run.thresholds.length === 0) return null;
  const rows = run.thresholds.map(
    ({ expression, passed }) =>
      html`<tr><th scope="row"><code>${expression}</code></th><td class="word">${passed ? chip('good', '✓', sharedTableWords.passed) : chip('bad', '✕', sharedTableWords.failed)}</td></tr>`,
  );
  return html`<table aria-label="${sharedTableWords.thresholds}"><thead><tr><th scope="col">${sharedTableWords.threshold}</th><th scope="col" class="word">${sharedTableWords.verdict}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

export function errorTable({ run }: SharedRun): Html | null {
  const groups = run.summary?.errors ?? [];
  if (groups.length === 0) return null;
  const rows = groups.map(({ kind, count }) => html`<tr><th scope="row">${errorName(kind)}</th><td>${formatCount(count)}</td></tr>`);
  return html`<table aria-label="${sharedTableWords.errors}"><thead><tr><th scope="col">${sharedTableWords.errors}</th><th scope="col">${sharedTableWords.count}</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Every status that came back. */
export function statusTable(summary: Summary): Html | null {
  const statuses = listStatuses(summary);
  if (statuses.length === 0) return null;
  const rows = statuses.map(
    ({ status, count, share, first, last }) =>
      html`<tr><th scope="row">${nameStatus(status)}</th><td>${formatCount(count)}</td><td>${formatShare(share)}</td><td>${first ?? '–'}</td><td>${last ?? '–'}</td></tr>`,
  );
  const names = (['status', 'count', 'share', 'firstSecond', 'lastSecond'] as const).map((name) => sharedTableWords[name]);
  return scrolling(sharedTableWords.statuses, '', html`${heads(names)}`, rows);
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
  const names = [sharedTableWords.throughput, metricFirstWords.p50, metricFirstWords.p99, sharedTableWords.errors];
  return scrolling(sharedTableWords.requests, '', html`<th scope="col">${sharedTableWords.request}</th>${heads(names)}`, rows);
}

/** The story of its seconds, one sentence a finding. */
export function storyList({ story: whole, run }: SharedRun): Html | null {
  const story = whole && besideLimit(whole, run.validity);
  const sentences = [...(story?.findings ?? []), ...(story?.overload ? [story.overload] : [])].map(({ text }) => html`<li>${text}</li>`);
  return sentences.length > 0 ? html`<ul aria-label="${sharedTableWords.story}">${sentences}</ul>` : null;
}
