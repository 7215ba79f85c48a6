/**
 * The one table of a second's fields. Schemas, SQL columns, merging, points, summaries, CSV and the engine's interval buffer derive
 * from it: a new histogram is a row here and a migration with its column. The table stands in contracts because the schemas derive
 * from it and contracts import nothing of ours; what the kinds of merging mean is written in statistics (`second/merge-fields.ts`).
 */
import { z } from 'zod';
import { errorExampleSchema, grpcStatusCountsSchema, outcomeCountsSchema, statusCountsSchema } from './outcome.ts';

/**
 * How values of a field become one, over the shards (or threads) of one second and over seconds:
 * `sum`: added, both ways · `sums`: the same for each key · `level`: each shard has a share, so they are added, and over seconds
 * the highest counts · `length`: the longest of the shards, added over seconds · `highest`: the highest, both ways · `highestKnown`: the
 * highest of those that are known, both ways; null where none is · `drift`: what is farthest from 0, both ways · `list`: one after the
 * other, both ways.
 */
export type Merging = 'sum' | 'sums' | 'level' | 'length' | 'highest' | 'highestKnown' | 'drift' | 'list';

/** Where a field of a sample stands besides: in one request's part of the sample, in points and in summaries. */
type Place = 'request' | 'point' | 'requestPoint' | 'summary' | 'requestSummary';

interface Field {
  /** A table stands for an object, whose fields merge each in its own way. */
  readonly merging: Merging | FieldTable;
  readonly schema: z.ZodType;
  readonly places: readonly Place[];
  /** Its column in a CSV export, where it has one to itself. */
  readonly csv?: string;
}
interface FieldTable {
  readonly [name: string]: Field;
}
type ShapeOf<Fields extends FieldTable> = { [Name in keyof Fields]: Fields[Name]['schema'] };
type FieldsIn<Fields extends FieldTable, P extends Place> = {
  [Name in keyof Fields as P extends Fields[Name]['places'][number] ? Name : never]: Fields[Name];
};

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

const sum = { merging: 'sum', schema: count, places: [] } as const;
const level = { merging: 'level', schema: count, places: [] } as const;
const highest = { merging: 'highest', schema: amount, places: [] } as const;
/** 0 … 1; null: not known, as on systems that do not tell it, and in what a version before 0.3.0 recorded. */
const knownShare = { merging: 'highestKnown', schema: z.number().min(0).max(1).nullable().default(null), places: [] } as const;

const connectionFields = {
  opened: sum,
  /** Requests sent on a connection that had carried one before. */
  reused: sum,
  closedByPeer: sum,
  closedByUs: sum,
  /** Connection attempts that failed. */
  failed: sum,
  tlsHandshakes: sum,
  /** Open at the end of the second (in a summary: the most at once). */
  open: level,
} as const;

/** Health of the generator process in this second. */
const generatorFields = {
  /** CPU of the generator process as a share of the cores its threads may use, 0 … 1. */
  cpu: highest,
  /** 99th percentile of event-loop delay of the slowest load thread, µs. */
  eventLoopDelayP99Us: highest,
  /** Event-loop utilisation of the busiest load thread, 0 … 1. */
  eventLoopUtilisation: { ...highest, schema: z.number().min(0).max(1) },
  rssBytes: { ...highest, schema: count },
  /** Monotonic time passed less wall-clock time passed in this second, ms; far from 0 is a clock jump. */
  clockDriftMs: { merging: 'drift', schema: z.number(), places: [] },
  /** Share of the machine's cores that others than this process used, interrupts and time stolen by the host included. */
  otherWork: knownShare,
  /** Share of the second in which the load thread that waited longest was runnable and had no core. */
  waitedForCore: knownShare,
  /** Share of the second in which the CPU quota of the own control group held the process; null also without a quota. */
  throttled: knownShare,
} as const;

const everywhere = ['request', 'point', 'requestPoint', 'summary', 'requestSummary'] as const;

/** All of a second but which one it is (`second`, `warmup`), its histograms and its requests. */
export const sampleFields = {
  /** Length of this second in ms: 1000, less for the last one. */
  lengthMs: { merging: 'length', schema: z.number().positive(), places: ['point'] },
  /** Requests due in this second (closed: requests begun). */
  planned: { ...sum, places: ['point', 'summary'] },
  sent: { ...sum, places: everywhere, csv: 'ReqSent' },
  /** Due, but over maxConnections and the queue bound: never sent. */
  dropped: { ...sum, places: ['point', 'summary'] },
  /** Ended well: a response that passed its checks and whose status is no error. */
  done: { ...sum, places: everywhere, csv: 'ReqDone' },
  /** Ended badly; `cut_off` is neither. */
  failed: { ...sum, places: everywhere, csv: 'ReqFailed' },
  outcomes: { merging: 'sums', schema: outcomeCountsSchema, places: ['request', 'point', 'summary', 'requestSummary'] },
  statuses: { merging: 'sums', schema: statusCountsSchema, places: ['request', 'point', 'summary', 'requestSummary'] },
  /** gRPC calls by the status that ended them. */
  grpcStatuses: { merging: 'sums', schema: grpcStatusCountsSchema, places: [] },
  /** Messages of gRPC calls, and their bytes without their prefixes, uncompressed where they were compressed. */
  messages: pickFields({ sent: sum, received: sum, sentBytes: sum, receivedBytes: sum }, []),
  /** Summed response times in µs of `done` and of `failed`, for plain averages. */
  doneTimeUs: { ...sum, schema: amount, places: ['request', 'point'] },
  failedTimeUs: { ...sum, schema: amount, places: ['request', 'point'] },
  bytes: pickFields({ sent: sum, received: sum }, ['point', 'summary']),
  /** Requests sent in the warm-up that ended after it: counted here only. */
  stragglers: { merging: 'sums', schema: outcomeCountsSchema, places: [] },
  /** Requests under way at the end of the second. */
  inFlight: { ...level, places: ['point'] },
  /** The most requests under way at any one moment of the second; of several shards, added. 0 where a version before 0.3.0 recorded it. */
  peakInFlight: { ...level, places: [] },
  /** Request slots of the connections made so far: connections × pipelining, or × streams; no more than the request limit. */
  slots: { ...level, places: [] },
  /**
   * For how long request slots were taken in this second, ms, added over all slots: by its length it is the mean number of requests
   * under way, and by length × slots the share of them that was busy. 0 where a version before migration 019 recorded it.
   */
  busySlotMs: { ...sum, schema: amount, places: [] },
  /** Due requests waiting for a connection at the end of the second. */
  waiting: { ...level, places: ['point'] },
  /** Requests that became due when every request slot was taken and no connection could be added: they waited, or were dropped. */
  blocked: { ...sum, places: [] },
  connections: pickFields(connectionFields, ['point', 'summary']),
  errors: { merging: 'list', schema: z.array(errorExampleSchema), places: [] },
  generator: pickFields(generatorFields, ['point']),
} as const;

/** What a histogram times: a request, the opening of a connection, or a message of a gRPC call. */
type TimedThing = 'request' | 'connection' | 'message';

interface HistogramField {
  /** Pages list the times of each thing in a table of its own. */
  readonly times: TimedThing;
  /** In `samples`, and in `sample_requests` where requests have it. */
  readonly column: string;
  readonly places: readonly Place[];
  /** Points and summaries that an older version kept may lack it. A new histogram is always `later`. */
  readonly later: boolean;
  /** In a closed load, where a request is due when it is sent, it is the same as this one. */
  readonly closedAs?: string;
}

/**
 * Times recorded in each second, as HdrHistogram V2 bytes in µs, compressed unless they are few (1 µs … max(timeout, 60 s),
 * 3 significant digits). An empty histogram may be no bytes at all.
 * `responseTime` and `serviceTime` hold good answers, and timeouts at the time they were waited for (one that was never sent has no
 * service time). `failedTime` holds the response times of failed answers: error status or failed check. No bytes of it: recorded
 * before migration 019, when failed answers stood in `responseTime` and `serviceTime`.
 * A refused or reset connection is counted, not timed, so that failing fast never looks like being fast.
 * `connectTime` is a whole connection, from its first packet until it can take a request; `dnsTime`, `tcpTime` and `tlsTime`
 * are its phases, each recorded only where there was one.
 * Of gRPC calls: `firstMessageTime` from the call's send to its first answer, `messageGap` from one answer of a call to the next,
 * `messageRoundTrip` from when the nth message of a bidirectional stream was due to the nth answer, `messageLateness` from when a
 * message was due to when it was sent. Not recorded before migration 025.
 */
export const histogramFields = {
  responseTime: { times: 'request', column: 'response_time', places: everywhere, later: false },
  serviceTime: {
    times: 'request',
    column: 'service_time',
    places: ['request', 'point', 'summary', 'requestSummary'],
    later: false,
    closedAs: 'responseTime',
  },
  failedTime: {
    times: 'request',
    column: 'failed_time',
    places: ['request', 'point', 'summary', 'requestSummary'],
    later: true,
  },
  sendLateness: { times: 'request', column: 'send_lateness', places: ['point', 'summary'], later: false },
  timeToFirstByte: {
    times: 'request',
    column: 'time_to_first_byte',
    places: ['request', 'point', 'summary', 'requestSummary'],
    later: false,
  },
  connectTime: { times: 'connection', column: 'connect_time', places: ['point', 'summary'], later: false },
  dnsTime: { times: 'connection', column: 'dns_time', places: ['point', 'summary'], later: true },
  tcpTime: { times: 'connection', column: 'tcp_time', places: ['point', 'summary'], later: true },
  tlsTime: { times: 'connection', column: 'tls_time', places: ['point', 'summary'], later: true },
  firstMessageTime: { times: 'message', column: 'first_message_time', places: [], later: true },
  messageGap: { times: 'message', column: 'message_gap', places: [], later: true },
  messageRoundTrip: { times: 'message', column: 'message_round_trip', places: [], later: true },
  messageLateness: { times: 'message', column: 'message_lateness', places: [], later: true },
} as const satisfies Readonly<Record<string, HistogramField>>;

type HistogramTable = typeof histogramFields;
export type HistogramName = keyof HistogramTable;
/** The histograms that stand in a place. */
type HistogramIn<P extends Place> = {
  [Name in HistogramName]: P extends HistogramTable[Name]['places'][number] ? Name : never;
}[HistogramName];

/** Which of `names` a histogram is the same as in a closed load. */
export function findClosedTwin<Name extends HistogramName>(name: HistogramName, names: readonly Name[]): Name | undefined {
  const field = histogramFields[name];
  return 'closedAs' in field ? names.find((other) => other === field.closedAs) : undefined;
}

function pickFields<Fields extends FieldTable, const Places extends readonly Place[]>(fields: Fields, places: Places) {
  return { merging: fields, schema: z.strictObject(buildShape(fields)), places };
}

/** The schemas of fields, as `z.strictObject` takes them. */
export function buildShape<Fields extends FieldTable>(fields: Fields): ShapeOf<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as ShapeOf<Fields>;
}

function standsIn(place: Place) {
  return ([, { places }]: [string, { readonly places: readonly Place[] }]) => places.includes(place);
}

/** The part of {@link sampleFields} that stands in a place. */
export function fieldsIn<P extends Place>(place: P): FieldsIn<typeof sampleFields, P> {
  return Object.fromEntries(Object.entries(sampleFields).filter(standsIn(place))) as FieldsIn<typeof sampleFields, P>;
}

/** The names of the histograms that stand in a place, in the table's order. */
export function histogramsIn<P extends Place>(place: P): readonly HistogramIn<P>[] {
  return Object.entries(histogramFields)
    .filter(standsIn(place))
    .map(([name]) => name as HistogramIn<P>);
}

/** The histograms that time a message of a gRPC call: they stand under `grpc` in points and summaries. */
export const messageTimes = Object.entries(histogramFields).flatMap(([name, { times }]) =>
  times === 'message' ? [name as MessageTime] : [],
);
export type MessageTime = {
  [Name in HistogramName]: HistogramTable[Name]['times'] extends 'message' ? Name : never;
}[HistogramName];

/** The histograms of a summary that time one thing, in the table's order. */
export function summaryTimes(thing: TimedThing): readonly HistogramIn<'summary'>[] {
  return histogramsIn('summary').filter((name) => histogramFields[name].times === thing);
}
