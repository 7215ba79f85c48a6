/** Statuses, messages and their times of the calls of a gRPC run, without its warm-up. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { findMessageTimes, type GrpcFigures, readStream, type StreamFigures, type Times } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { type MessageTime, messageTimes } from '@plimsoll/contracts/times';
import { formatBytes } from '@plimsoll/wording/bytes';
import { callsWords } from '@plimsoll/wording/en/calls';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { createElement as h, type ReactNode } from 'react';
import { type Figures, FigureTable } from '../table/figure-table.ts';
import { FewSamples, timesRows } from './run-tables.ts';
import { timeName } from './time-name.ts';

type Calls = Pick<Summary, 'stream' | 'grpc' | 'sent' | 'durationMs'>;

/** The times of messages that were taken at all, in their order. */
export function takenTimes(stream: StreamFigures): readonly (readonly [name: MessageTime, times: Times])[] {
  return messageTimes.flatMap((name) => {
    const times = findMessageTimes(stream, name);
    return times && times.count > 0 ? [[name, times] as const] : [];
  });
}

/** Calls by the status that ended them, in the order of the statuses' numbers. */
export function listCallStatuses({ statuses }: Pick<GrpcFigures, 'statuses'>): { status: GrpcStatus; count: number; share: number }[] {
  const ended = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return grpcStatuses.flatMap((status) => {
    const count = statuses[status] ?? 0;
    return count > 0 ? [{ status, count, share: count / ended }] : [];
  });
}

function callStatusTable(grpc: GrpcFigures): Figures {
  return {
    label: callsWords.statuses,
    head: [callsWords.statuses, callsWords.count, callsWords.share],
    rows: listCallStatuses(grpc).map(({ status, count, share }) => [status, formatCount(count), formatShare(share)]),
    what: callsWords.statusesWhat,
  };
}

function messageTable(stream: StreamFigures, { sent: calls, durationMs }: Calls): Figures {
  const { messagesSent: sent, messagesReceived: received, bytesSent: sentBytes, bytesReceived: receivedBytes } = stream;
  const row = (name: string, write: (messages: number, bytes: number) => string) => [
    name,
    write(sent, sentBytes),
    write(received, receivedBytes),
  ];
  const over = (whole: number, write: (part: number) => string) => (part: number) => (whole > 0 ? write(part / whole) : '–');
  return {
    label: callsWords.messages,
    head: [callsWords.messages, callsWords.sent, callsWords.received],
    rows: [
      row(callsWords.all, formatCount),
      row(callsWords.perSecond, over(durationMs / 1000, formatRate)),
      row(callsWords.perCall, over(calls, formatSignificant)),
      row(callsWords.bytes, (_, bytes) => formatBytes(bytes)),
      row(callsWords.bytesPerMessage, (count, bytes) => (count > 0 ? formatBytes(bytes / count) : '–')),
    ],
    what: callsWords.bytesWhat,
  };
}

function messageTimesTable(stream: StreamFigures): Figures | null {
  const taken = takenTimes(stream);
  if (taken.length === 0) return null;
  const counts = [callsWords.timed, ...taken.map(([, { count }]) => formatCount(count))];
  return {
    label: callsWords.times,
    head: [callsWords.times, ...taken.map(([name]) => timeName(name))],
    rows: [counts, ...timesRows(taken)],
  };
}

/** The tables that only calls of gRPC have; none of a run without them. */
export function callTables(summary: Calls): Figures[] {
  const { grpc } = summary;
  const stream = readStream(summary);
  const times = stream && messageTimesTable(stream);
  return [...(grpc ? [callStatusTable(grpc)] : []), ...(stream ? [messageTable(stream, summary)] : []), ...(times ? [times] : [])];
}

/** Calls by the status that ended them. */
export function CallStatuses({ grpc }: { grpc: GrpcFigures }): ReactNode {
  return h(FigureTable, callStatusTable(grpc));
}

/** For a grid. */
export function CallFigures({ summary }: { summary: Calls }): ReactNode {
  const { grpc } = summary;
  const stream = readStream(summary);
  const times = stream && messageTimesTable(stream);
  const few = (stream ? takenTimes(stream) : []).map(([name, { count }]) =>
    h(FewSamples, { key: name, count, of: { name: timeName(name) } }),
  );
  return [
    grpc && h(CallStatuses, { key: 'statuses', grpc }),
    stream && h(FigureTable, { key: 'messages', ...messageTable(stream, summary) }),
    times &&
      h(
        'div',
        { key: 'times', className: 'whole-line' },
        h(FigureTable, { ...times, foot: h('div', { className: 'small soft' }, callsWords.timesWhat, few) }),
      ),
  ];
}
