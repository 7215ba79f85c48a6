/** The tiles of a run's streams, of the whole of it or of a second. None where every stream is one message each way, as unary calls are. */
import { type LeadingField, timesFigures } from '@plimsoll/contracts/percentiles';
import { findMessageTimes, type Point, readStream, type TokenFigures } from '@plimsoll/contracts/sample';
import { type MessageTime, messageTimes, timesRow } from '@plimsoll/contracts/times';
import { tileWords } from '@plimsoll/wording/en/run';
import { streamTileWords } from '@plimsoll/wording/en/streams';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type Define, findLimit, rateFigure, splitUnit, Tile } from './tile.ts';
import { timesColumnName } from './time-name.ts';

interface Props {
  readonly of: Pick<Point, 'stream' | 'grpc'>;
  /** The measured time. */
  readonly lengthMs: number;
  readonly thresholds: readonly string[];
  readonly define?: Define | undefined;
}

const tiled = messageTimes.filter((name) => timesRow(name).tile);
const behind: readonly LeadingField[] = ['p95Us', 'p99Us'];

export function StreamTiles({ of, lengthMs, thresholds, define }: Props): ReactNode {
  const stream = readStream(of);
  if (!stream) return null;
  const { tokens } = stream;
  // Beside tokens, times of messages say the same again.
  const told = tokens ? tiled.filter((name) => timesRow(name).ofTokens) : tiled;
  const taken = told.filter((name) => (findMessageTimes(stream, name)?.count ?? 0) > 0);
  if (!tokens && taken.every((name) => name === 'firstMessageTime')) return null;
  const timeTile = (name: MessageTime) => {
    const times = findMessageTimes(stream, name);
    const limits = behind.map((field) => limitOf(thresholds, name, field)).filter(Boolean);
    return {
      label: timesColumnName(name, 'p50Us'),
      definition: streamTileWords.p50What({ what: streamTileWords[name] }),
      ...splitUnit(formatUs(times?.p50Us)),
      detail: [...behind.map((field) => `${timesFigures[field].name} ${formatUs(times?.[field])}`), ...limits].join(' · '),
    };
  };
  const leading = tokens ? tokenTile(tokens) : messageTile(stream, lengthMs);
  const tiles = [
    leading,
    ...taken.map(timeTile),
    ...(tokens && tokens.goodput !== null ? [goodputTile(tokens.goodput, tokens.streams)] : []),
  ];
  return h(
    'div',
    { className: 'card tiles' },
    tiles.map((tile) => h(Tile, { key: tile.label, ...tile, define })),
  );
}

/** Tokens per second of one user, by the middle of all streams; null where no stream had two tokens. */
export function tokensPerUser({ interTokenTime }: TokenFigures): number | null {
  return interTokenTime.p50Us ? 1e6 / interTokenTime.p50Us : null;
}

function limitOf(thresholds: readonly string[], name: MessageTime, field: LeadingField): string {
  const limit = findLimit(thresholds, field, name);
  return limit === null ? '' : tileWords.limit({ limit: formatUs(limit) });
}

type Stream = NonNullable<ReturnType<typeof readStream>>;

function messageTile({ messagesSent, messagesReceived }: Stream, lengthMs: number) {
  const perSecond = (messages: number) => (lengthMs > 0 ? (messages * 1000) / lengthMs : 0);
  return {
    label: streamTileWords.messages,
    definition: streamTileWords.messagesWhat,
    ...rateFigure(perSecond(messagesSent + messagesReceived)),
    detail: streamTileWords.messagesOf({
      received: formatSignificant(perSecond(messagesReceived)),
      sent: formatSignificant(perSecond(messagesSent)),
    }),
  };
}

function tokenTile(tokens: TokenFigures) {
  const perUser = tokensPerUser(tokens);
  return {
    label: streamTileWords.tokens,
    definition: streamTileWords.tokensWhat,
    ...rateFigure(tokens.outputPerSecond),
    detail: perUser === null ? '' : streamTileWords.perUser({ rate: formatRate(perUser) }),
  };
}

function goodputTile(goodput: number, streams: number) {
  return {
    label: streamTileWords.goodput,
    definition: streamTileWords.goodputWhat,
    ...splitUnit(formatShare(goodput)),
    detail: streamTileWords.ofStreams({ count: streams, text: formatShortCount(streams) }),
  };
}
