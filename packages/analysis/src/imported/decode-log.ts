/** The intervals of an HdrHistogram log as samples. */
import { refusal } from '@plimsoll/contracts/refusal';
import type { Sample } from '@plimsoll/contracts/sample';
import { ImportError } from '@plimsoll/import/import-error';
import type { ImportedInterval } from '@plimsoll/import/imported-result';
import { lowestOf } from '@plimsoll/statistics/bucket-layout';
import {
  addEncoded,
  addHistogram,
  clear,
  eachBucket,
  emptyHistogram,
  encode,
  type Histogram,
  HistogramFormatError,
  merge,
  record,
  valueAt,
} from '@plimsoll/statistics/histogram';
import { toSample } from './imported-samples.ts';

export interface DecodedLog {
  /** Samples of seconds in which something ended; null where its intervals are longer than a second. */
  readonly samples: readonly Sample[] | null;
  /** All of them. */
  readonly seconds: number;
  readonly whole: Histogram;
  readonly durationMs: number;
}

type Bytes = Sample['histograms']['responseTime'];

/** An interval that is a second, as a timer keeps it. */
const longestSecondMs = 1100;
const mostIntervals = 100_000;
const mostRequests = 1e12;
const mostUs = 24 * 3600e6;

/** Throws ImportError: for a histogram that cannot be read, by its line, and for figures that cannot be. */
export function decodeLog(intervals: readonly ImportedInterval[]): DecodedLog {
  if (intervals.length > mostIntervals) throw falseFigure('lines', intervals.length);
  const toUs = findUnit(intervals);
  const whole = emptyHistogram();
  const bytesOf = new Map<number, Bytes[]>();
  // Used again and again: a log of a day has as many histograms as seconds.
  const [read, scaled] = [emptyHistogram(), emptyHistogram()];
  for (const interval of intervals) {
    readInterval(interval, read);
    const histogram = toUs === 1 ? read : scale(read, scaled, toUs);
    addHistogram(whole, histogram);
    const second = Math.round(interval.startMs / 1000);
    bytesOf.set(second, [...(bytesOf.get(second) ?? []), encode(histogram)]);
  }
  if (whole.total === 0) throw new ImportError(refusal('result_empty', { tool: 'hlog' }));
  if (!(whole.total <= mostRequests)) throw falseFigure('requests', whole.total);
  const maxUs = valueAt(whole, 100) ?? 0;
  if (maxUs > mostUs) throw falseFigure('max (µs)', maxUs);
  const durationMs = intervals.reduce((end, { startMs, lengthMs }) => Math.max(end, startMs + lengthMs), 0);
  const isSeconds = intervals.every(({ lengthMs }) => lengthMs <= longestSecondMs);
  const last = [...bytesOf.keys()].reduce((latest, second) => Math.max(latest, second), 0);
  const seconds = Math.max(last + 1, Math.round(durationMs / 1000));
  return { samples: isSeconds ? samplesOfBytes(bytesOf) : null, seconds, whole, durationMs };
}

function falseFigure(figure: string, value: number): ImportError {
  return new ImportError(refusal('result_figure', { tool: 'hlog', figure, value: String(value) }));
}

function readInterval({ histogram, line }: ImportedInterval, into: Histogram): void {
  clear(into);
  try {
    addEncoded(into, Buffer.from(histogram, 'base64'));
  } catch (error) {
    if (!(error instanceof HistogramFormatError)) throw error;
    throw new ImportError(refusal('result_row', { tool: 'hlog', line, column: 'Interval_Compressed_Histogram', value: error.message }));
  }
}

/** A log does not name its unit, but shows its maxima in ms: how much larger the recorded ones are tells it. */
function findUnit(intervals: readonly ImportedInterval[]): number {
  const largest = intervals.reduce<ImportedInterval | null>((most, one) => (most && most.shownMax >= one.shownMax ? most : one), null);
  if (!largest || largest.shownMax === 0) return 1;
  const histogram = emptyHistogram();
  readInterval(largest, histogram);
  const ratio = (valueAt(histogram, 100) ?? 0) / largest.shownMax;
  if (ratio > 30_000) return 1e-3;
  return ratio > 30 ? 1 : 1000;
}

function scale(histogram: Histogram, into: Histogram, factor: number): Histogram {
  clear(into);
  eachBucket(histogram, (index, count) => record(into, Math.round(lowestOf(index) * factor), count));
  return into;
}

function samplesOfBytes(bytesOf: ReadonlyMap<number, readonly Bytes[]>): Sample[] {
  const empty = encode(emptyHistogram());
  return [...bytesOf.keys()]
    .toSorted((a, b) => a - b)
    .flatMap((second) => {
      const histogram = merge(bytesOf.get(second) ?? []);
      if (histogram.total === 0) return [];
      let doneTimeUs = 0;
      eachBucket(histogram, (index, count) => {
        doneTimeUs += lowestOf(index) * count;
      });
      return [toSample({ ...counted(second, histogram.total), doneTimeUs }, encode(histogram), empty)];
    });
}

function counted(second: number, done: number) {
  const counts = { sent: done, done, failed: 0, inFlight: 0, outcomes: { response: done }, statuses: {}, grpcStatuses: {} };
  return { second, lengthMs: 1000, ...counts, failedTimeUs: 0, errors: [] };
}
