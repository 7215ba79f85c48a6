/**
 * The times that are recorded in each second: one row a histogram. Schemas, SQL columns, points, summaries, thresholds, compared metrics,
 * CSV columns and shares derive from it: new times are a row here, their name in packages/wording, a migration with their column, and
 * the place in the engine that records them.
 *
 * HdrHistogram V2 bytes in µs, compressed unless they are few (1 µs … max(timeout, 60 s), 3 significant digits). An empty histogram may
 * be no bytes at all.
 */
import type { PercentileField, PercentileKey, TimesFigure } from './percentiles.ts';

/** The places of a figure besides the sample: in one request's part of it, in points and in summaries. */
export type Place = 'request' | 'point' | 'requestPoint' | 'summary' | 'requestSummary';
export const everywhere = ['request', 'point', 'requestPoint', 'summary', 'requestSummary'] as const;
const butOfPoints = ['request', 'point', 'summary', 'requestSummary'] as const;
const whole = ['point', 'summary'] as const;

/**
 * A thing that is timed: a request, the opening of a connection, or a message of a stream. Pages list the times of each in its own table.
 * A `length` is no time: it is a count of each stream, in the same kind of histogram.
 */
type TimedThing = 'request' | 'connection' | 'message' | 'length';
/** The statistics of times that thresholds can ask for. */
export type Statistic = 'p' | 'mean' | 'max';

interface ComparedColumns {
  /** The percentiles that may decide experiments and baseline verdicts. */
  readonly headline: readonly PercentileKey[];
  /** Of the times that both arms have, those of the highest rank decide ({@link decidingTimes}). Absent where there is no headline. */
  readonly rank?: number;
  /** The percentiles that count for the noise floor. */
  readonly noise: readonly PercentileKey[];
}

interface TimesRow {
  readonly of: TimedThing;
  readonly places: readonly Place[];
  /** Points and summaries that an older version kept may lack it. New times are always `later`. */
  readonly later: boolean;
  /** Does a share show it? */
  readonly public: boolean;
  /** The time that it equals in a closed load, where a request is due when it is sent. */
  readonly closedAs?: string;
  /** Absent: it is not compared. */
  readonly compared?: ComparedColumns;
  /** The form in which programs write it in thresholds, before the statistic: `service` of `service_p(99)`. */
  readonly threshold?: { readonly word: string; readonly statistics: readonly Statistic[] };
  /** Its columns in the CSV of a run begin with this. */
  readonly csv?: string;
  /** Its columns in a table of the requests of a plan. */
  readonly listed?: readonly TimesFigure[];
  /** The columns of it that a list of runs offers, where it is compared. */
  readonly inLists?: readonly PercentileField[];
  /** Does a chart of a run show it second by second, and one of a comparison, where it is compared? */
  readonly charted?: true;
  /** Has a page of a run a tile of it, where it was taken? */
  readonly tile?: true;
  /** It is of streams that count tokens only. */
  readonly ofTokens?: true;
  /** It is of WebSockets only. */
  readonly ofSockets?: true;
}

const request = { of: 'request', later: false, public: true } as const;
const connection = { of: 'connection', places: whole, later: true, public: true } as const;
const message = { of: 'message', places: [], later: true, public: true, charted: true } as const;
const length = { of: 'length', places: [], later: true, public: true, ofTokens: true } as const;
/** Explains response time, and decides nothing. */
const explaining = { headline: [], noise: [] } as const;
/** Streams are few: their p99 would keep an experiment open. */
const ofStreams = { headline: ['p50', 'p95'], noise: [] } as const;
/** Of streams of several messages, whose length is the target's pace. */
const ofMessages = { ...ofStreams, rank: 1 } as const;
/** Each message has an answer, or says when it was published: the gap between these is the pace of the messages. */
const ofAnswers = { ...ofStreams, rank: 2 } as const;
const ofTokens = { ...ofStreams, rank: 3 } as const;
const every = ['p', 'mean', 'max'] as const;

export const times = {
  /** Good answers, and timeouts at the time they were waited for. A refused or reset connection is counted, not timed, so that failing fast never looks like being fast. */
  responseTime: {
    ...request,
    places: everywhere,
    // p99.9 rests on few requests.
    compared: { headline: ['p50', 'p99'], rank: 0, noise: ['p50', 'p90', 'p95', 'p99'] },
    threshold: { word: '', statistics: every },
    listed: ['p50Us', 'p90Us', 'p99Us', 'maxUs'],
    inLists: ['p50Us', 'p95Us', 'p99Us', 'p999Us'],
    charted: true,
  },
  /** As `responseTime`, from the send; a timeout that was never sent has none. */
  serviceTime: {
    ...request,
    places: butOfPoints,
    closedAs: 'responseTime',
    compared: explaining,
    threshold: { word: 'service', statistics: ['p'] },
    charted: true,
  },
  /** Response times of failed answers: error status or failed check. No bytes: recorded before migration 019, when they stood in `responseTime` and `serviceTime`. */
  failedTime: { ...request, places: butOfPoints, later: true },
  sendLateness: { ...request, places: whole, threshold: { word: 'lateness', statistics: ['p'] } },
  timeToFirstByte: {
    ...request,
    places: butOfPoints,
    compared: explaining,
    threshold: { word: 'ttfb', statistics: ['p'] },
    listed: ['p50Us'],
    inLists: ['p50Us'],
  },
  /** A whole connection, from its first packet until it can take a request; the others are its phases, each recorded only where there was one. */
  connectTime: { ...connection, later: false },
  dnsTime: connection,
  tcpTime: connection,
  tlsTime: connection,
  /** From the ready connection to the answer 101 of a WebSocket. */
  upgradeTime: connection,
  /** From the send of a stream to its first message that is not empty. Times of messages were not recorded before migration 025. */
  firstMessageTime: {
    ...message,
    compared: ofMessages,
    threshold: { word: 'first_message', statistics: every },
    tile: true,
    csv: 'FirstMsg',
  },
  /** From one message of a stream to the next that came in a later read: those of one read have no gap, and count as `coalesced`. */
  messageGap: { ...message, compared: ofMessages, threshold: { word: 'message_gap', statistics: every }, tile: true, csv: 'MsgGap' },
  /** From when the nth message was due to the nth answer, where both sides send. */
  messageRoundTrip: {
    ...message,
    compared: ofAnswers,
    threshold: { word: 'round_trip', statistics: every },
    tile: true,
    csv: 'MsgRoundTrip',
  },
  /** From when a message was due to when it was sent. */
  messageLateness: { ...message, threshold: { word: 'message_lateness', statistics: every }, csv: 'MsgLateness' },
  /** From the send of a stream to the first message that brings a token. This and what follows was not recorded before migration 082. */
  firstTokenTime: {
    ...message,
    ofTokens: true,
    compared: ofTokens,
    threshold: { word: 'ttft', statistics: every },
    tile: true,
    csv: 'TTFT',
    inLists: ['p50Us', 'p95Us'],
  },
  /** From the first token to the second. */
  secondTokenTime: { ...message, ofTokens: true, threshold: { word: 'ttst', statistics: every }, csv: 'TTST' },
  /** Inter-token latency as AIPerf defines it, one value a stream of at least two tokens: (last token − first token) / (output tokens − 1). */
  interTokenTime: {
    ...message,
    ofTokens: true,
    compared: ofTokens,
    threshold: { word: 'itl', statistics: every },
    tile: true,
    csv: 'ITL',
    inLists: ['p50Us', 'p95Us'],
  },
  /** From a ping of a WebSocket to its pong. */
  pingRoundTrip: { ...message, ofSockets: true, threshold: { word: 'ping', statistics: every }, tile: true, csv: 'Ping' },
  /** From when a message was published, as it says itself, to when this receiver had it. */
  publishTime: {
    ...message,
    ofSockets: true,
    compared: ofAnswers,
    threshold: { word: 'publish', statistics: every },
    tile: true,
    csv: 'Publish',
  },
  /** Tokens of each stream that ended, none but where there were some. */
  inputTokens: length,
  outputTokens: length,
} as const satisfies Readonly<Record<string, TimesRow>>;

export type TimesTable = typeof times;
export type HistogramName = keyof TimesTable;
export const histogramNames = Object.keys(times) as HistogramName[];

export function timesRow(name: HistogramName): TimesRow {
  return times[name];
}

/** The further data that these times need. */
export function needsOfTimes(name: HistogramName): 'messages' | 'tokens' | null {
  const { of, ofTokens } = timesRow(name);
  if (ofTokens) return 'tokens';
  return of === 'message' ? 'messages' : null;
}

/** The SQL column of a figure. Times have theirs in `samples`, and in `sample_requests` where requests have them. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The histograms that stand in a place. */
type HistogramIn<P extends Place> = {
  [Name in HistogramName]: P extends TimesTable[Name]['places'][number] ? Name : never;
}[HistogramName];
type TimesOf<Thing extends TimedThing> = { [Name in HistogramName]: TimesTable[Name]['of'] extends Thing ? Name : never }[HistogramName];

/** Their names, in the table's order. */
export function histogramsIn<P extends Place>(place: P): readonly HistogramIn<P>[] {
  return histogramNames.filter((name): name is HistogramIn<P> => timesRow(name).places.includes(place));
}

/** Finds the one of `names` that equals a histogram in a closed load. */
export function findClosedTwin<Name extends HistogramName>(name: HistogramName, names: readonly Name[]): Name | undefined {
  const { closedAs } = timesRow(name);
  return names.find((other) => other === closedAs);
}

/** The times of messages: they stand under `stream` in points and summaries. */
export type MessageTime = TimesOf<'message'>;
export const messageTimes = histogramNames.filter((name): name is MessageTime => times[name].of === 'message');

/** Counts of each stream. */
export type StreamLength = TimesOf<'length'>;
export const streamLengths = histogramNames.filter((name): name is StreamLength => times[name].of === 'length');

/** Has its histogram counts in place of µs? */
export function isLength(name: HistogramName): boolean {
  return times[name].of === 'length';
}

/** The histograms of a summary that time one thing, in the table's order. */
export function summaryTimes(thing: TimedThing): readonly HistogramIn<'summary'>[] {
  return histogramsIn('summary').filter((name) => times[name].of === thing);
}

export type ComparedTime = { [Name in HistogramName]: TimesTable[Name] extends { compared: object } ? Name : never }[HistogramName];
export const comparedTimes = histogramNames.filter((name): name is ComparedTime => 'compared' in times[name]);
/** Those that explain response time. */
export type DetailTime = Exclude<ComparedTime, 'responseTime' | MessageTime>;
export const detailTimes = comparedTimes.filter((name): name is DetailTime => times[name].of === 'request' && name !== 'responseTime');
export type ComparedMessageTime = ComparedTime & MessageTime;
export const comparedMessageTimes = comparedTimes.filter((name): name is ComparedMessageTime => times[name].of === 'message');

/** Those of some times that decide: of the highest rank, in the table's order. */
export function decidingTimes(names: readonly ComparedTime[]): ComparedTime[] {
  const rankOf = (name: ComparedTime) => timesRow(name).compared?.rank ?? -1;
  const highest = Math.max(0, ...names.map(rankOf));
  return comparedTimes.filter((name) => names.includes(name) && rankOf(name) === highest);
}

const insteadOfMessages: Partial<Record<ComparedTime, ComparedTime>> = { firstMessageTime: 'firstTokenTime', messageGap: 'interTokenTime' };

/** The time that says the same as this one of messages: that of tokens, or of a whole answer that is its one message. */
export function sameTime(name: ComparedTime, has: (name: ComparedTime) => boolean): ComparedTime | null {
  const token = insteadOfMessages[name];
  if (!token) return null;
  if (has(token)) return token;
  return name === 'firstMessageTime' && !has('messageGap') ? 'responseTime' : null;
}
