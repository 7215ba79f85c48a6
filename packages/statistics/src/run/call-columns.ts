/** The columns that the CSV of a run of gRPC calls has besides: statuses, messages, and the times of messages in ms. */
import type { GrpcStatusCounts } from '@plimsoll/contracts/outcome';
import type { GrpcFigures, HistogramName, Sample, Times } from '@plimsoll/contracts/sample';
import { messageTimes } from '@plimsoll/contracts/sample-fields';
import type { Histogram } from '../histogram/histogram.ts';
import { grpcFigures } from '../second/grpc-figures.ts';
import { mergeTimes, timesByName } from '../second/merge-times.ts';

interface CallColumn {
  readonly column: string;
  /** Empty where there is nothing to tell. */
  readonly cell: (figures: GrpcFigures) => string | number;
}

const timeColumns = (column: string, pick: (figures: GrpcFigures) => Times | null): CallColumn[] => [
  { column: `${column}P50`, cell: (figures) => inMs(pick(figures)?.p50Us) },
  { column: `${column}P99`, cell: (figures) => inMs(pick(figures)?.p99Us) },
];

const columns: readonly CallColumn[] = [
  { column: 'GrpcOK', cell: ({ statuses }) => statuses.OK ?? 0 },
  { column: 'GrpcStatusStats', cell: ({ statuses }) => listStatuses(statuses) },
  { column: 'MsgSent', cell: ({ messages }) => messages.sent },
  { column: 'MsgReceived', cell: ({ messages }) => messages.received },
  { column: 'MsgSentBytes', cell: ({ messages }) => messages.sentBytes },
  { column: 'MsgReceivedBytes', cell: ({ messages }) => messages.receivedBytes },
  ...timeColumns('FirstMsg', ({ firstMessageTime }) => firstMessageTime),
  ...timeColumns('MsgGap', ({ messageGap }) => messageGap),
  ...timeColumns('MsgRoundTrip', ({ messageRoundTrip }) => messageRoundTrip),
  ...timeColumns('MsgLateness', ({ messageLateness }) => messageLateness),
];

export const callFields = columns.map(({ column }) => column);

/** Of one second's shards, in the order of {@link callFields}. `scratch` is overwritten by the next call. */
export function callCells(shards: readonly Sample[], scratch?: Map<HistogramName, Histogram>): (string | number)[] {
  const figures = grpcFigures(shards, timesByName(mergeTimes(messageTimes, shards, scratch)));
  return columns.map(({ cell }) => (figures ? cell(figures) : ''));
}

/** `OK:50|UNAVAILABLE:2`, most frequent first. */
function listStatuses(statuses: GrpcStatusCounts): string {
  return Object.entries(statuses)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([status, calls]) => `${status}:${calls}`)
    .join('|');
}

/** With µs kept. */
function inMs(us: number | null | undefined): string {
  return us === null || us === undefined ? '' : (us / 1000).toFixed(3);
}
