/** Messages, tokens and ends of a run's streams with their times, without its warm-up: the same of every protocol. */

import { streamEnds } from '@plimsoll/contracts/outcome';
import { type Lengths, lengthsSchema, readStream, type StreamFigures as Stream, type TokenFigures } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { formatBytes } from '@plimsoll/wording/bytes';
import { streamEndWords, streamsWords, streamTileWords } from '@plimsoll/wording/en/streams';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { createElement as h, type ReactNode } from 'react';
import { type Figures, FigureTable } from '../table/figure-table.ts';
import { FewSamples, timesRows } from './run-tables.ts';
import { takenTimes } from './stream-rows.ts';
import { tokensPerUser } from './stream-tiles.ts';
import { timeName } from './time-name.ts';

type Streamed = Pick<Summary, 'stream' | 'grpc' | 'sent' | 'durationMs'>;
type Counts = Readonly<Partial<Record<string, number>>>;

const sum = (counts: Counts) => Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
const over = (whole: number, write: (part: number) => string) => (part: number) => (whole > 0 ? write(part / whole) : '–');

function messageTable(stream: Stream, { sent: requests, durationMs }: Streamed): Figures {
  const { messagesSent, messagesReceived, bytesSent, bytesReceived, coalesced, ends } = stream;
  const row = (name: string, write: (messages: number, bytes: number) => string) => [
    name,
    write(messagesSent, bytesSent),
    write(messagesReceived, bytesReceived),
  ];
  const apart = coalesced > 0 ? [streamsWords.coalesced({ share: formatShare(coalesced / messagesReceived) })] : [];
  return {
    label: streamsWords.messages,
    head: [streamsWords.messages, streamsWords.sent, streamsWords.received],
    rows: [
      row(streamsWords.all, formatCount),
      row(streamsWords.perSecond, over(durationMs / 1000, formatRate)),
      row(streamsWords.perStream, over(sum(ends) || requests, formatSignificant)),
      row(streamsWords.bytes, (_, bytes) => formatBytes(bytes)),
      row(streamsWords.bytesPerMessage, (count, bytes) => (count > 0 ? formatBytes(bytes / count) : '–')),
    ],
    what: paragraph([streamsWords.bytesWhat, ...apart]),
  };
}

function countTable(
  counts: Counts,
  [label, first, second]: readonly [string, string, string],
  names: readonly (readonly [string, string])[],
): Figures {
  const all = sum(counts);
  const rows = names.flatMap(([key, name]) => (counts[key] ? [[name, formatCount(counts[key]), formatShare(counts[key] / all)]] : []));
  return { label, head: [first, second, streamsWords.share], rows };
}

function endTable({ ends }: Stream): Figures {
  const names = streamEnds.map((end) => [end, streamEndWords[end]] as const);
  return { ...countTable(ends, [streamsWords.ends, streamsWords.end, streamsWords.streams], names), what: streamsWords.endsWhat };
}

function closeCodeTable({ closeCodes }: Stream): Figures {
  const names = Object.keys(closeCodes).map((code) => [code, code] as const);
  return countTable(closeCodes, [streamsWords.closeCodes, streamsWords.closeCode, streamsWords.connections], names);
}

const lengthFigures = (Object.keys(lengthsSchema.shape) as (keyof Lengths)[]).filter((name) => !['count', 'min', 'mean'].includes(name));

function tokenTable(tokens: TokenFigures, { durationMs }: Streamed): Figures {
  const { input, output, streams, countedByMessages, inputLength, outputLength } = tokens;
  const known = (write: (value: number) => string) => (value: number | null) => (value === null ? '–' : write(value));
  const row = (name: string, write: (value: number | null) => string, [a, b]: readonly [number | null, number | null]) => [
    name,
    write(a),
    write(b),
  ];
  const ofStream = (read: (lengths: Lengths) => number | null) => [read(inputLength), read(outputLength)] as const;
  const counted = { counted: formatCount(countedByMessages), streams: formatCount(streams) };
  return {
    label: streamsWords.tokens,
    head: [streamsWords.tokens, streamsWords.input, streamsWords.output],
    rows: [
      row(streamsWords.all, known(formatCount), [input, output]),
      row(streamsWords.perSecond, known(over(durationMs / 1000, formatRate)), [input, output]),
      row(
        streamsWords.mean,
        known(formatSignificant),
        ofStream(({ mean }) => mean),
      ),
      ...lengthFigures.map((name) =>
        row(
          streamsWords.ofStream({ name }),
          known(formatCount),
          ofStream((lengths) => lengths[name]),
        ),
      ),
    ],
    what: countedByMessages > 0 ? streamsWords.tokensCounted(counted) : streamsWords.tokensWhat,
  };
}

function paceTable(tokens: TokenFigures): Figures {
  const perUser = tokensPerUser(tokens);
  return {
    label: streamsWords.pace,
    head: [streamsWords.pace, ''],
    rows: [
      [streamsWords.outputPerSecond, formatRate(tokens.outputPerSecond)],
      [streamsWords.perUser, perUser === null ? '–' : formatRate(perUser)],
      [streamsWords.finished, formatCount(tokens.streams)],
      [streamsWords.goodput, tokens.goodput === null ? '–' : formatShare(tokens.goodput)],
    ],
    what: streamsWords.goodputWhat,
  };
}

function timesTable(taken: ReturnType<typeof takenTimes>): Figures {
  const counts = [streamsWords.timed, ...taken.map(([, { count }]) => formatCount(count))];
  return {
    label: streamsWords.times,
    head: [streamsWords.times, ...taken.map(([name]) => timeName(name))],
    rows: [counts, ...timesRows(taken)],
  };
}

/** The tables but that of times; none of a run without streams. */
function countTables(stream: Stream, summary: Streamed): Figures[] {
  return [
    ...(stream.tokens ? [paceTable(stream.tokens), tokenTable(stream.tokens, summary)] : []),
    messageTable(stream, summary),
    ...(sum(stream.ends) > 0 ? [endTable(stream)] : []),
    ...(sum(stream.closeCodes) > 0 ? [closeCodeTable(stream)] : []),
  ];
}

export function streamTables(summary: Streamed): Figures[] {
  const stream = readStream(summary);
  if (!stream) return [];
  const taken = takenTimes(stream);
  return [...countTables(stream, summary), ...(taken.length > 0 ? [timesTable(taken)] : [])];
}

/** For a grid. */
export function StreamFigures({ summary }: { summary: Streamed }): ReactNode {
  const stream = readStream(summary);
  if (!stream) return null;
  const taken = takenTimes(stream);
  const few = taken.map(([name, { count }]) => h(FewSamples, { key: name, count, of: { name: timeName(name) } }));
  return [
    ...countTables(stream, summary).map((table) => h(FigureTable, { key: table.label, ...table })),
    taken.length > 0 &&
      h(
        'div',
        { key: 'times', className: 'whole-line' },
        h(FigureTable, { ...timesTable(taken), foot: h('div', { className: 'small soft' }, timesWhat(taken), few) }),
      ),
  ];
}

function timesWhat(taken: ReturnType<typeof takenTimes>): string {
  return paragraph(taken.map(([name]) => streamsWords.timeWhat({ name: timeName(name), what: streamTileWords[name] })));
}
