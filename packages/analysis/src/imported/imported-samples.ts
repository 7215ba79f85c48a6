/** The seconds of a result file as samples: what another tool does not tell is 0 or no bytes, and the run's source names it. */
import { refusal } from '@plimsoll/contracts/refusal';
import { histogramNames, type Sample } from '@plimsoll/contracts/sample';
import { ImportError } from '@plimsoll/import/import-error';
import type { ImportedInterval, ImportedSecond } from '@plimsoll/import/imported-result';
import { lowestOf } from '@plimsoll/statistics/bucket-layout';
import {
  addHistogram,
  decode,
  eachBucket,
  emptyHistogram,
  encode,
  type Histogram,
  HistogramFormatError,
  record,
  valueAt,
} from '@plimsoll/statistics/histogram';

const none = new Uint8Array();
const noConnections = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
const noHealth = { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0 };

type Counted = Pick<
  Sample,
  'second' | 'lengthMs' | 'sent' | 'done' | 'failed' | 'inFlight' | 'outcomes' | 'statuses' | 'doneTimeUs' | 'failedTimeUs' | 'errors'
>;

/** Other tools count a time from the send, so it is the service time, too, as in any closed load. */
function toSample(counted: Counted, responseTime: Histogram, failedTime: Histogram): Sample {
  const times = encode(responseTime);
  const histograms = Object.fromEntries(histogramNames.map((name) => [name, none])) as Sample['histograms'];
  return {
    ...counted,
    warmup: false,
    planned: counted.sent,
    dropped: 0,
    bytes: { sent: 0, received: 0 },
    stragglers: {},
    slots: 0,
    busySlotMs: 0,
    waiting: 0,
    blocked: 0,
    connections: noConnections,
    generator: noHealth,
    histograms: { ...histograms, responseTime: times, serviceTime: times, failedTime: encode(failedTime) },
    byRequest: [],
  };
}

export function samplesOfSeconds(seconds: readonly ImportedSecond[]): Sample[] {
  return seconds.map(({ goodTimesUs, timeoutTimesUs, failedTimesUs, errors, ...counts }) => {
    const responseTime = emptyHistogram();
    for (const us of [goodTimesUs, timeoutTimesUs].flat()) record(responseTime, Math.round(us));
    const failedTime = emptyHistogram();
    for (const us of failedTimesUs) record(failedTime, Math.round(us));
    const counted = {
      ...counts,
      errors: [...errors],
      doneTimeUs: sum(goodTimesUs),
      failedTimeUs: sum(failedTimesUs) + sum(timeoutTimesUs),
    };
    return toSample(counted, responseTime, failedTime);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export interface DecodedLog {
  /** Null where its intervals are longer than a second. */
  readonly samples: readonly Sample[] | null;
  readonly whole: Histogram;
  readonly durationMs: number;
}

/** An interval that is a second, as a timer keeps it. */
const longestSecondMs = 1100;

/** Throws ImportError that names the line of a histogram that cannot be read. */
export function decodeLog(intervals: readonly ImportedInterval[]): DecodedLog {
  const raw = intervals.map(decodeInterval);
  const toUs = findUnit(intervals, raw);
  const histograms = raw.map((histogram) => (toUs === 1 ? histogram : scale(histogram, toUs)));
  const whole = emptyHistogram();
  for (const histogram of histograms) addHistogram(whole, histogram);
  const endMs = intervals.reduce((end, { startMs, lengthMs }) => Math.max(end, startMs + lengthMs), 0);
  const isSeconds = intervals.every(({ lengthMs }) => lengthMs <= longestSecondMs);
  return { samples: isSeconds ? samplesOfIntervals(intervals, histograms, endMs) : null, whole, durationMs: endMs };
}

function decodeInterval({ histogram, line }: ImportedInterval): Histogram {
  try {
    return decode(Buffer.from(histogram, 'base64'));
  } catch (error) {
    if (!(error instanceof HistogramFormatError)) throw error;
    throw new ImportError(refusal('result_row', { tool: 'hlog', line, column: 'Interval_Compressed_Histogram', value: error.message }));
  }
}

/** A log does not name its unit, but shows its maxima in ms: how much larger the recorded ones are tells it. */
function findUnit(intervals: readonly ImportedInterval[], histograms: readonly Histogram[]): number {
  let [shown, recorded] = [0, 0];
  for (const [at, { shownMax }] of intervals.entries())
    if (shownMax > shown) [shown, recorded] = [shownMax, valueAt(histograms[at] as Histogram, 100) ?? 0];
  const ratio = shown > 0 ? recorded / shown : 1000;
  if (ratio > 30_000) return 1e-3;
  return ratio > 30 ? 1 : 1000;
}

function scale(histogram: Histogram, factor: number): Histogram {
  const scaled = emptyHistogram();
  eachBucket(histogram, (index, count) => record(scaled, Math.round(lowestOf(index) * factor), count));
  return scaled;
}

/** A second without a line is one in which nothing ended. */
function samplesOfIntervals(intervals: readonly ImportedInterval[], histograms: readonly Histogram[], endMs: number): Sample[] {
  const seconds = Array.from({ length: Math.max(1, Math.round(endMs / 1000)) }, () => emptyHistogram());
  for (const [at, { startMs }] of intervals.entries()) {
    const second = Math.min(seconds.length - 1, Math.round(startMs / 1000));
    addHistogram(seconds[second] as Histogram, histograms[at] as Histogram);
  }
  return seconds.map((histogram, second) => {
    const done = histogram.total;
    let doneTimeUs = 0;
    eachBucket(histogram, (index, count) => {
      doneTimeUs += lowestOf(index) * count;
    });
    const counted = { second, lengthMs: 1000, sent: done, done, failed: 0, inFlight: 0, outcomes: done > 0 ? { response: done } : {} };
    return toSample({ ...counted, statuses: {}, doneTimeUs, failedTimeUs: 0, errors: [] }, histogram, emptyHistogram());
  });
}
