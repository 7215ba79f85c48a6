/** Chart points: seconds merged over shards and, in a long run, over time. Counts are sums, gauges the highest, percentiles of merged histograms. */
import type { ConnectionCounts, HistogramName, Point, RequestPoint, RequestSample, Sample } from '@plimsoll/contracts/sample';
import { histogramNames, noTimes } from '@plimsoll/contracts/sample';
import { addEncoded, clear, emptyHistogram, type Histogram, timesOf } from '../histogram/histogram.ts';
import { addCounts, bySecond, lengthOf, noCounts, requestParts, worstHealth } from './counts.ts';

/** The most points a chart gets. */
export const maxPoints = 600;

/** Seconds per point so that a run of `seconds` gives at most {@link maxPoints}; one is spare for the end of the warm-up. */
export function resolutionFor(seconds: number): number {
  return seconds <= maxPoints ? 1 : Math.ceil(seconds / (maxPoints - 2));
}

/** Last second + 1. */
export function secondsOf(samples: readonly Sample[]): number {
  return samples.reduce((last, sample) => Math.max(last, sample.second + 1), 0);
}

/** What one point covers: seconds, each with its shards. */
export type PointGroup = readonly (readonly Sample[])[];

/** Samples in groups of at most `resolution` seconds on a fixed grid; warm-up and measured seconds never share one. */
export function groupsOf(samples: readonly Sample[], resolution: number): PointGroup[] {
  const groups = new Map<string, Sample[][]>();
  for (const { second, shards } of bySecond(samples)) {
    const key = `${Math.floor(second / resolution)} ${isWarmup(shards)}`;
    const group = groups.get(key);
    if (group) group.push(shards);
    else groups.set(key, [shards]);
  }
  return [...groups.values()];
}

function isWarmup(shards: readonly Sample[]): boolean {
  return shards.every((sample) => sample.warmup);
}

export type MergedTimes = Record<HistogramName, Histogram>;

export interface PointOptions {
  /** Times not named here stay empty: decoding is what takes the time. All where absent. */
  readonly names?: readonly HistogramName[];
  /** Leaves `byRequest` empty. */
  readonly withoutRequests?: boolean;
  /** Gets each point's merged times before they are reused. */
  readonly seen?: (point: Point, merged: MergedTimes) => void;
}

/**
 * Points by rising second. A point covers at most `resolutionSeconds` (0 = chosen so that ≤ {@link maxPoints} come back), on a
 * fixed grid so that points do not shift while a run goes on.
 */
export function pointsOf(samples: readonly Sample[], resolutionSeconds = 0, options: PointOptions = {}): Point[] {
  const resolution = resolutionSeconds > 0 ? Math.ceil(resolutionSeconds) : resolutionFor(secondsOf(samples));
  const merged = Object.fromEntries(histogramNames.map((name) => [name, emptyHistogram()])) as MergedTimes;
  const part = emptyHistogram();
  return groupsOf(samples, resolution).map((group) => {
    const flat = group.flat();
    const requests = options.withoutRequests ? [] : requestParts(flat);
    const byRequest = requests.map(({ name, parts }) => requestPoint(name, parts, part));
    const point = { ...pointOf(group, flat, merged, options.names ?? histogramNames), byRequest };
    options.seen?.(point, merged);
    return point;
  });
}

/** `scratch` is overwritten. */
function requestPoint(name: string, parts: readonly RequestSample[], scratch: Histogram): RequestPoint {
  clear(scratch);
  const point = { name, sent: 0, done: 0, failed: 0 };
  for (const { sent, done, failed, histograms } of parts) {
    point.sent += sent;
    point.done += done;
    point.failed += failed;
    addEncoded(scratch, histograms.responseTime);
  }
  return { ...point, responseTime: timesOf(scratch) };
}

/** `merged` is scratch space: overwritten by each point. */
function pointOf(
  group: PointGroup,
  flat: readonly Sample[],
  merged: MergedTimes,
  names: readonly HistogramName[],
): Omit<Point, 'byRequest'> {
  const counts = noCounts();
  for (const sample of flat) addCounts(counts, sample);
  const times = (name: HistogramName) => {
    if (!names.includes(name)) return noTimes;
    const histogram = merged[name];
    clear(histogram);
    for (const sample of flat) addEncoded(histogram, sample.histograms[name]);
    return timesOf(histogram);
  };
  const responseTime = times('responseTime');
  // In a closed loop a request is due when it is sent: both times are the same bytes, decoded once.
  const same = names.includes('serviceTime') && flat.every(({ histograms: h }) => areEqual(h.serviceTime, h.responseTime));
  if (same) merged.serviceTime = merged.responseTime;
  else if (merged.serviceTime === merged.responseTime) merged.serviceTime = emptyHistogram();
  return {
    second: (flat[0] as Sample).second,
    seconds: group.length,
    lengthMs: group.reduce((sum, shards) => sum + lengthOf(shards), 0),
    warmup: isWarmup(group[0] as readonly Sample[]),
    ...counts,
    inFlight: highest(group, (sample) => sample.inFlight),
    waiting: highest(group, (sample) => sample.waiting),
    connections: connectionsOf(group),
    responseTime,
    serviceTime: same ? responseTime : times('serviceTime'),
    sendLateness: times('sendLateness'),
    timeToFirstByte: times('timeToFirstByte'),
    connectTime: times('connectTime'),
    dnsTime: times('dnsTime'),
    tcpTime: times('tcpTime'),
    tlsTime: times('tlsTime'),
    generator: flat.map((sample) => sample.generator).reduce(worstHealth),
  };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let i = 0; i < a.byteLength; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Shards have a share each of a gauge, so it is summed over them; over seconds the highest counts. */
function highest(group: PointGroup, gauge: (sample: Sample) => number): number {
  return group.reduce(
    (most, shards) =>
      Math.max(
        most,
        shards.reduce((sum, sample) => sum + gauge(sample), 0),
      ),
    0,
  );
}

/** Connection counts of seconds of shards: sums, but `open` is the most at once. */
export function connectionsOf(group: PointGroup): ConnectionCounts {
  const total: ConnectionCounts = { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 };
  for (const shards of group) {
    for (const { connections } of shards) {
      total.opened += connections.opened;
      total.reused += connections.reused;
      total.closedByPeer += connections.closedByPeer;
      total.closedByUs += connections.closedByUs;
      total.failed += connections.failed;
      total.tlsHandshakes += connections.tlsHandshakes;
    }
  }
  total.open = highest(group, (sample) => sample.connections.open);
  return total;
}
