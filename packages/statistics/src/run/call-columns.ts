/** The columns that the CSV of a run of gRPC calls has besides: statuses, messages, and the times of messages in ms. */
import type { GrpcStatusCounts } from '@plimsoll/contracts/outcome';
import type { GrpcFigures, Sample } from '@plimsoll/contracts/sample';
import type { HistogramName } from '@plimsoll/contracts/times';
import type { Histogram } from '../histogram/histogram.ts';
import { grpcFigures } from '../second/grpc-figures.ts';
import { messageColumns, timeCells, timeFields } from './time-columns.ts';

const columns: Readonly<Record<string, (figures: GrpcFigures) => string | number>> = {
  GrpcOK: ({ statuses }) => statuses.OK ?? 0,
  GrpcStatusStats: ({ statuses }) => listStatuses(statuses),
  MsgSent: ({ messages }) => messages.sent,
  MsgReceived: ({ messages }) => messages.received,
  MsgSentBytes: ({ messages }) => messages.sentBytes,
  MsgReceivedBytes: ({ messages }) => messages.receivedBytes,
};

export const callFields = [...Object.keys(columns), ...timeFields(messageColumns)];

/** Values of one second's shards, in the order of {@link callFields}; empty where there is nothing to tell. `scratch` is overwritten by the next call. */
export function callCells(shards: readonly Sample[], scratch?: Map<HistogramName, Histogram>): (string | number)[] {
  const figures = grpcFigures(shards, {});
  return [...Object.values(columns).map((cell) => (figures ? cell(figures) : '')), ...timeCells(messageColumns, shards, scratch)];
}

/** `OK:50|UNAVAILABLE:2`, most frequent first. */
function listStatuses(statuses: GrpcStatusCounts): string {
  return Object.entries(statuses)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([status, calls]) => `${status}:${calls}`)
    .join('|');
}
