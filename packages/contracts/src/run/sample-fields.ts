/**
 * The one table of a second's counts; that of its times is `figure/times.ts`. Schemas, merging, points, summaries, CSV and the engine's
 * interval buffer derive from it. Statistics says what the kinds of merging mean (`second/merge-fields.ts`).
 */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { everywhere, type Place } from '../figure/times.ts';
import {
  closeCodeCountsSchema,
  errorExampleSchema,
  grpcStatusCountsSchema,
  outcomeCountsSchema,
  statusCountsSchema,
  streamEndCountsSchema,
} from './outcome.ts';
import { requestTraceSchema } from './request-trace.ts';

/**
 * Merges the values of a field into one, over the shards (or threads) of one second and over seconds:
 * `sum`: added, both ways · `sums`: the same for each key · `level`: each shard has a share, so they are added, and over seconds
 * the highest counts · `length`: the longest of the shards, added over seconds · `highest`: the highest, both ways · `highestKnown`: the
 * highest of those that are known, both ways; null where none is · `drift`: what is farthest from 0, both ways · `list`: one after the
 * other, both ways.
 */
export type Merging = 'sum' | 'sums' | 'level' | 'length' | 'highest' | 'highestKnown' | 'drift' | 'list';

interface Field {
  /** A table stands for an object, whose fields merge each in its own way. */
  readonly merging: Merging | FieldTable;
  readonly schema: z.ZodType;
  readonly places: readonly Place[];
  /** Its column in a CSV export, where it has one to itself. */
  readonly csv?: string;
  /** Does a share show it? */
  readonly public?: true;
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

/** All of a second but which one it is (`second`, `warmup`), its histograms and its requests. */
export const sampleFields = {
  /** Length of this second in ms: 1000, less for the last one. */
  lengthMs: { merging: 'length', schema: z.number().positive(), places: ['point'], public: true },
  /** Requests due in this second (closed: requests begun). */
  planned: { ...sum, places: ['point', 'summary'], public: true },
  sent: { ...sum, places: everywhere, csv: 'ReqSent', public: true },
  /** Due, but over maxConnections and the queue bound: never sent. */
  dropped: { ...sum, places: ['point', 'summary'], public: true },
  /** Ended well: a response that passed its checks and whose status is no error. */
  done: { ...sum, places: everywhere, csv: 'ReqDone', public: true },
  /** Ended badly; `cut_off` is neither. */
  failed: { ...sum, places: everywhere, csv: 'ReqFailed', public: true },
  outcomes: { merging: 'sums', schema: outcomeCountsSchema, places: ['request', 'point', 'summary', 'requestSummary'], public: true },
  statuses: { merging: 'sums', schema: statusCountsSchema, places: ['request', 'point', 'summary', 'requestSummary'], public: true },
  /** gRPC calls by the status that ended them. */
  grpcStatuses: { merging: 'sums', schema: grpcStatusCountsSchema, places: [] },
  /**
   * Messages of streams, and their bytes without their prefixes, uncompressed where they were compressed. `coalesced`: those that came in one
   * read with the message before them of the same stream, which have no gap.
   */
  messages: pickFields({ sent: sum, received: sum, sentBytes: sum, receivedBytes: sum, coalesced: sum }, []),
  streamEnds: { merging: 'sums', schema: streamEndCountsSchema, places: [] },
  /**
   * Of streams whose plan counts tokens, when they end: tokens in and out; streams that finished, without an answer too; those whose output was
   * counted by messages, since no `usage` came; and those that ended well within the plan's limits.
   */
  tokens: pickFields({ input: sum, output: sum, streams: sum, counted: sum, good: sum }, []),
  closeCodes: { merging: 'sums', schema: closeCodeCountsSchema, places: [] },
  /** Summed response times in µs of `done` and of `failed`, for plain averages. */
  doneTimeUs: { ...sum, schema: amount, places: ['request', 'point'], public: true },
  failedTimeUs: { ...sum, schema: amount, places: ['request', 'point'], public: true },
  bytes: pickFields({ sent: sum, received: sum }, ['point', 'summary']),
  /** Requests sent in the warm-up that ended after it: counted here only. */
  stragglers: { merging: 'sums', schema: outcomeCountsSchema, places: [] },
  /** Requests under way at the end of the second. */
  inFlight: { ...level, places: ['point'], public: true },
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
  waiting: { ...level, places: ['point'], public: true },
  /** Requests that became due when every request slot was taken and no connection could be added: they waited, or were dropped. */
  blocked: { ...sum, places: [] },
  connections: pickFields(connectionFields, ['point', 'summary']),
  errors: { merging: 'list', schema: z.array(errorExampleSchema), places: [] },
  /** The slowest sampled requests, slowest first; none in what a version before migration 092 recorded. */
  traces: { merging: 'list', schema: z.array(requestTraceSchema).default([]), places: [] },
  generator: pickFields(generatorFields, ['point']),
} as const;

/** All of such an object is public. */
function pickFields<Fields extends FieldTable, const Places extends readonly Place[]>(fields: Fields, places: Places) {
  return { merging: fields, schema: publicObject(buildShape(fields)), places, public: true } as const;
}

/** The schemas of fields, as `z.strictObject` takes them. */
export function buildShape<Fields extends FieldTable>(fields: Fields): ShapeOf<Fields> {
  const schemas = Object.entries(fields).map(([name, field]) => [name, field.public ? markPublic(field.schema) : field.schema]);
  return Object.fromEntries(schemas) as ShapeOf<Fields>;
}

function standsIn(place: Place) {
  return ([, { places }]: [string, { readonly places: readonly Place[] }]) => places.includes(place);
}

/** The part of {@link sampleFields} that stands in a place. */
export function fieldsIn<P extends Place>(place: P): FieldsIn<typeof sampleFields, P> {
  return Object.fromEntries(Object.entries(sampleFields).filter(standsIn(place))) as FieldsIn<typeof sampleFields, P>;
}
