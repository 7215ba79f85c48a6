/** Rows of samples and of their requests, wherever they lie, as samples. */
import { noStreams } from '@plimsoll/contracts/empty-sample';
import { type RequestSample, requestTimeNames, type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { columnOf, type HistogramName, histogramNames } from '@plimsoll/contracts/times';

export type RequestTime = (typeof requestTimeNames)[number];
type Histograms<Name extends HistogramName> = Record<Name, Uint8Array<ArrayBuffer>>;
/** `requests`: how many the sample has rows of, absent for a plan with one target, which then costs no second query. */
export type KeptCounts = Omit<Sample, 'second' | 'warmup' | 'histograms' | 'byRequest'> & { requests?: number };
export type SampleRow = { sequence: string; attempt: number; shard: number; second: number; warmup: boolean; counts: KeptCounts } & Record<
  string,
  unknown
>;
export type RequestRow = { shard: number; second: number; name: string; counts: Omit<RequestSample, 'name' | 'histograms'> } & Record<
  string,
  unknown
>;

/** The bytes of a histogram that was not asked for. */
export const noBytes = new Uint8Array();

function pickHistograms<Name extends HistogramName>(names: readonly Name[], row: Record<string, unknown>): Histograms<Name> {
  return Object.fromEntries(names.map((name) => [name, row[columnOf(name)] ?? noBytes])) as Histograms<Name>;
}

/** Counts that rows of older versions lack. */
const laterCounts = {
  peakInFlight: 0,
  slots: 0,
  busySlotMs: 0,
  blocked: 0,
  grpcStatuses: {},
  traces: [],
  ...noStreams,
};

export function toSample(row: SampleRow, byRequest: RequestSample[]): Sample {
  const { requests: _, ...counts } = row.counts;
  const generator = { ...unknownMachine, ...counts.generator };
  const histograms = pickHistograms(histogramNames, row);
  const messages = { ...noStreams.messages, ...counts.messages };
  return { second: row.second, warmup: row.warmup, ...laterCounts, ...counts, messages, generator, histograms, byRequest };
}

export function toRequest(row: RequestRow): RequestSample {
  return { name: row.name, ...row.counts, histograms: pickHistograms(requestTimeNames, row) };
}

export interface SampleSelection {
  readonly measuredOnly?: boolean;
  /** Leaves `byRequest` empty. */
  readonly withoutRequests?: boolean;
  /** The other histograms are left empty; all where absent. */
  readonly histograms?: readonly HistogramName[];
  /** The same of requests. */
  readonly requestHistograms?: readonly RequestTime[];
  /** At most so many seconds without data in one sample. */
  readonly emptySeconds?: number;
  /** Only seconds of [from, to); all where absent. */
  readonly from?: number;
  readonly to?: number;
  /** Only these shards, first ≤ shard < end; all where absent. */
  readonly shards?: ShardRange | null;
}

export interface ShardRange {
  readonly first: number;
  readonly end: number;
}

export interface StoredSample {
  readonly sequence: number;
  readonly sample: Sample;
}

export interface AnswersOfSecond {
  readonly second: number;
  readonly good: number;
  readonly lengthMs: number;
}
