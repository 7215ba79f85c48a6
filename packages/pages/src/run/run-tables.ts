/** Figures of a finished run as tables: its times, statuses, connections. */

import { timesFigureNames, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Times } from '@plimsoll/contracts/sample';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import type { Summary } from '@plimsoll/contracts/summary';
import { type HistogramName, summaryTimes } from '@plimsoll/contracts/times';
import { formatBytes } from '@plimsoll/wording/bytes';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { connectionsWords } from '@plimsoll/wording/en/chart';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { latencyWords, statusesWords, tileWords } from '@plimsoll/wording/en/run';
import { fewSamplesSentence } from '@plimsoll/wording/few-samples-sentence';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { nameStatus } from '@plimsoll/wording/statuses';
import { formatClock, timeColumn } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type Figures, FigureTable } from '../table/figure-table.ts';
import { timeName } from './time-name.ts';

/** A row a percentile, a column a time. */
export function timesRows(taken: readonly (readonly [HistogramName, Times])[]): string[][] {
  const columns = taken.map(([, times]) => ({ times, write: timeColumn(timesFigureNames.map((field) => times[field])) }));
  return timesFigureNames.map((field) => [timesFigures[field].name, ...columns.map(({ times, write }) => write(times[field]))]);
}

/** What was never timed has no column; response time has one where nothing was. */
export function timesTable(summary: Summary, withoutService: boolean): Figures {
  const told = summaryTimes('request').filter((name) =>
    name === 'serviceTime' ? !withoutService : summary[name].count > 0 || (name === 'responseTime' && summary.failedTime.count === 0),
  );
  return {
    label: latencyWords.table,
    head: [latencyWords.table, ...told.map(timeName)],
    rows: timesRows(told.map((name) => [name, summary[name]])),
  };
}

/** Says which percentiles of so few times are no more than their maximum; nothing where there are enough. */
export function FewSamples({ count, of }: { count: number; of: Parameters<typeof fewSamplesSentence>[1] }): ReactNode {
  const sentence = fewSamplesSentence(count, of);
  return sentence && h('p', { className: 'few-samples' }, sentence);
}

/** Every status that came back, and every way to have none, how often, and from when to when. */
export function statusTable(summary: Summary, counted: CountedAs = {}): Figures {
  const clock = (second: number | null) => (second === null ? '–' : formatClock(second));
  return {
    label: statusesWords.title(counted),
    head: [statusesWords.status, statusesWords.count(counted), statusesWords.share, statusesWords.first, statusesWords.last],
    rows: listStatuses(summary).map(({ status, count, share, first, last }) => {
      return [nameStatus(status), formatCount(count), formatShare(share), clock(first), clock(last)];
    }),
  };
}

export function StatusTable({ summary, counted = {} }: { summary: Summary; counted?: CountedAs }): ReactNode {
  const table = statusTable(summary, counted);
  if (table.rows.length === 0) return null;
  const untold = (summary.outcomes.response ?? 0) > 0 && Object.keys(summary.statuses).length === 0;
  return h(
    'section',
    { className: 'stack whole-line' },
    h('h2', null, table.label),
    h('p', { className: 'small soft below-title' }, untold ? statusesWords.whatUnanswered : statusesWords.what(counted)),
    h(FigureTable, table),
  );
}

/** Connection economy: what each connection was good for. */
export function ConnectionsTable({ summary, counted }: { summary: Summary; counted: CountedAs }): ReactNode {
  const { connections, sent, peakInFlight } = summary;
  const { opened, reused, open, failed, closedByPeer, closedByUs, tlsHandshakes } = connections;
  // A WebSocket is one connection.
  const ofKept = [
    [connectionsWords.perConnection(counted), opened > 0 ? formatSignificant(sent / opened) : '–'],
    [connectionsWords.reused(counted), `${formatCount(reused)} (${formatShare(sent > 0 ? reused / sent : null)})`],
  ];
  const rows = [
    [connectionsWords.opened, formatCount(opened)],
    ...(counted.context === 'sockets' ? [] : ofKept),
    [connectionsWords.most, formatCount(open)],
    ...(peakInFlight === null ? [] : [[tileWords.mostInFlight, formatCount(peakInFlight)]]),
    [connectionsWords.failed, formatCount(failed)],
    [connectionsWords.closedByPeer, formatCount(closedByPeer)],
    [connectionsWords.closedByUs, formatCount(closedByUs)],
    [connectionsWords.tls, formatCount(tlsHandshakes)],
  ];
  const what =
    networkDetail(summary) ?? tileWords.bytes({ received: formatBytes(summary.bytes.received), sent: formatBytes(summary.bytes.sent) });
  return h(FigureTable, { label: compareWords.economy, head: [], rows, what });
}

/** Connections a second, and the network both ways; null for what an older version kept. */
function networkDetail({ connectionsPerSecond, bitsPerSecond }: Summary): string | null {
  if (connectionsPerSecond === null || bitsPerSecond === null) return null;
  return tileWords.network({
    rate: formatRate(connectionsPerSecond),
    received: formatSignificant(bitsPerSecond.received / 1e6),
    sent: formatSignificant(bitsPerSecond.sent / 1e6),
  });
}
