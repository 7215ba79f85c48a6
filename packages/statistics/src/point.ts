/** Chart points: seconds merged over shards and, in a long run, over time. Counts are sums, gauges the highest, percentiles of merged histograms. */
import type { ConnectionCounts, HistogramName, Point, Sample } from '@plimsoll/contracts/sample';
import { histogramNames } from '@plimsoll/contracts/sample';
import { addCounts, bySecond, lengthOf, noCounts, worstHealth } from './counts.ts';
import { merge, timesOf } from './histogram.ts';

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

/**
 * Points by rising second. A point covers at most `resolutionSeconds` (0 = chosen so that ≤ {@link maxPoints} come back), on a
 * fixed grid so that points do not shift while a run goes on; warm-up and measured seconds never share one.
 */
export function pointsOf(samples: readonly Sample[], resolutionSeconds = 0): Point[] {
  const resolution = resolutionSeconds > 0 ? Math.ceil(resolutionSeconds) : resolutionFor(secondsOf(samples));
  const groups = new Map<string, Sample[][]>();
  for (const { second, shards } of bySecond(samples)) {
    const key = `${Math.floor(second / resolution)} ${shards.every((sample) => sample.warmup)}`;
    const group = groups.get(key);
    if (group) group.push(shards);
    else groups.set(key, [shards]);
  }
  return [...groups.values()].map(pointOf);
}

function pointOf(group: readonly Sample[][]): Point {
  const flat = group.flat();
  const first = flat[0] as Sample;
  const counts = noCounts();
  for (const sample of flat) addCounts(counts, sample);
  const times = (name: HistogramName) => timesOf(merge(flat.map((sample) => sample.histograms[name])));
  return {
    second: first.second,
    seconds: group.length,
    lengthMs: group.reduce((sum, shards) => sum + lengthOf(shards), 0),
    warmup: (group[0] as Sample[]).every((sample) => sample.warmup),
    ...counts,
    inFlight: highest(group, (sample) => sample.inFlight),
    waiting: highest(group, (sample) => sample.waiting),
    connections: connectionsOf(group),
    ...(Object.fromEntries(histogramNames.map((name) => [name, times(name)])) as Record<HistogramName, Point['responseTime']>),
    generator: flat.map((sample) => sample.generator).reduce(worstHealth),
  };
}

/** Shards have a share each of a gauge, so it is summed over them; over seconds the highest counts. */
function highest(group: readonly Sample[][], gauge: (sample: Sample) => number): number {
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
export function connectionsOf(group: readonly Sample[][]): ConnectionCounts {
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
