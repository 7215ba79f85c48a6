/**
 * The columns that the CSV of a run of streams has besides, in groups that a run has or has not: statuses of gRPC calls; messages and their
 * times in ms; tokens, as far as the plan counts them; WebSockets.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { type Sample, tellsMessages, tellsTokens } from '@plimsoll/contracts/sample';
import { streamKinds } from '@plimsoll/contracts/streaming';
import { type HistogramName, messageTimes, timesRow } from '@plimsoll/contracts/times';
import type { Histogram } from '../histogram/histogram.ts';
import { mergeFields } from '../second/merge-fields.ts';
import { hasCalls, streamFields } from '../second/stream-figures.ts';
import { timeCells, timeFields } from './time-columns.ts';

type Counts = Pick<Sample, 'grpcStatuses' | 'messages' | 'streamEnds' | 'tokens' | 'closeCodes'>;

export interface ColumnGroup {
  readonly counts: Readonly<Record<string, (counts: Counts) => string | number>>;
  readonly times: readonly HistogramName[];
}

const ofTokens = messageTimes.filter((name) => timesRow(name).ofTokens);
const ofSockets = messageTimes.filter((name) => timesRow(name).ofSockets);
const calls: ColumnGroup = {
  counts: { GrpcOK: ({ grpcStatuses }) => grpcStatuses.OK ?? 0, GrpcStatusStats: ({ grpcStatuses }) => listCounts(grpcStatuses) },
  times: [],
};
const messages: ColumnGroup = {
  counts: {
    MsgSent: (counts) => counts.messages.sent,
    MsgReceived: (counts) => counts.messages.received,
    MsgSentBytes: (counts) => counts.messages.sentBytes,
    MsgReceivedBytes: (counts) => counts.messages.receivedBytes,
  },
  times: messageTimes.filter((name) => ![...ofTokens, ...ofSockets].includes(name)),
};
/** Behind the columns that older versions wrote. */
const ends: ColumnGroup = {
  counts: { MsgCoalesced: (counts) => counts.messages.coalesced, StreamEndStats: ({ streamEnds }) => listCounts(streamEnds) },
  times: [],
};
const tokens: ColumnGroup = {
  counts: {
    TokensIn: (counts) => counts.tokens.input,
    TokensOut: (counts) => counts.tokens.output,
    TokenStreams: (counts) => counts.tokens.streams,
    TokenStreamsCounted: (counts) => counts.tokens.counted,
    TokenStreamsGood: (counts) => counts.tokens.good,
  },
  times: ofTokens,
};
const sockets: ColumnGroup = { counts: { CloseCodeStats: ({ closeCodes }) => listCounts(closeCodes) }, times: ofSockets };

/** The groups that the runs of a plan have, whichever seconds are asked for. */
export function streamGroups(plan: Plan): readonly ColumnGroup[] {
  const kinds = streamKinds(plan);
  return [
    ...(kinds.calls ? [calls] : []),
    ...(kinds.messages ? [messages, ends] : []),
    ...(kinds.tokens ? [tokens] : []),
    ...(kinds.sockets ? [sockets] : []),
  ];
}

export const columnNames = (groups: readonly ColumnGroup[]) =>
  groups.flatMap(({ counts, times }) => [...Object.keys(counts), ...timeFields(times)]);

/** Values of one second's shards, in the order of {@link columnNames}; counts empty where there is nothing to tell. `scratch` is overwritten by the next call. */
export function streamCells(
  groups: readonly ColumnGroup[],
  shards: readonly Sample[],
  scratch?: Map<HistogramName, Histogram>,
): (string | number)[] {
  const merged = mergeFields(streamFields, shards, 'shards');
  const tells = tellsMessages(merged) || tellsTokens(merged) || hasCalls([merged]);
  return groups.flatMap(({ counts, times }) => [
    ...Object.values(counts).map((cell) => (tells ? cell(merged) : '')),
    ...timeCells(times, shards, scratch),
  ]);
}

/** `OK:50|UNAVAILABLE:2`, most frequent first. */
function listCounts(counts: Readonly<Partial<Record<string, number>>>): string {
  return Object.entries(counts)
    .map(([name, count = 0]) => [name, count] as const)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .map(([name, count]) => `${name}:${count}`)
    .join('|');
}
