/** Chart points: seconds merged over shards and, in a long run, over time. Counts are sums, gauges the highest, percentiles of merged histograms. */
import type { Point, RequestPoint, RequestSample, Sample, Times } from '@plimsoll/contracts/sample';
import { noTimes } from '@plimsoll/contracts/sample';
import { fieldsIn } from '@plimsoll/contracts/sample-fields';
import { type HistogramName, histogramsIn } from '@plimsoll/contracts/times';
import type { Histogram } from '../histogram/histogram.ts';
import { mergeFields, mergeGroup } from './merge-fields.ts';
import { mergeTimes, timesByName } from './merge-times.ts';
import { coveredSeconds, groupByRequest, groupBySecond } from './seconds.ts';
import { hasCalls, streamFigures, streamTimes } from './stream-figures.ts';

/** The most points a chart gets. */
export const maxPoints = 600;

/** Seconds per point so that a run of `seconds` gives at most {@link maxPoints}; one is spare for the end of the warm-up. */
export function resolutionFor(seconds: number): number {
  return seconds <= maxPoints ? 1 : Math.ceil(seconds / (maxPoints - 2));
}

/** The same in whole samples, each of `sampleSeconds`. */
export function wholeResolution(resolution: number, sampleSeconds: number): number {
  return Math.ceil(resolution / sampleSeconds) * sampleSeconds;
}

/** Seconds per point of these samples, at least `least`. */
export function resolutionOf(samples: readonly Sample[], least = 0, from = 0): number {
  return wholeResolution(Math.max(Math.ceil(least), resolutionFor(countSeconds(samples) - from)), coveredSeconds(samples));
}

/** Last second + 1. */
export function countSeconds(samples: readonly Sample[]): number {
  return samples.reduce((last, sample) => Math.max(last, sample.second + coveredSeconds([sample])), 0);
}

/** The seconds that one point covers, each with its shards. */
export type PointGroup = readonly (readonly Sample[])[];

/** Samples in groups of at most `resolution` seconds on a fixed grid; warm-up and measured seconds never share one. */
export function groupForPoints(samples: readonly Sample[], resolution: number): PointGroup[] {
  const groups = new Map<string, Sample[][]>();
  for (const { second, shards } of groupBySecond(samples)) {
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

export interface PointOptions<Name extends HistogramName> {
  /** Times not named here stay empty: decoding is what takes the time. All where absent. */
  readonly names?: readonly Name[];
  /** Times of each point in turn that were merged before: none is decoded. */
  readonly merged?: readonly Partial<Record<HistogramName, Times>>[];
  /** Leaves their percentiles empty, for one who takes what is `seen` alone. */
  readonly withoutTimes?: boolean;
  /** Leaves `byRequest` empty. */
  readonly withoutRequests?: boolean;
  /** Gets each point's merged times before they are reused, and its samples. */
  readonly seen?: (point: Point, merged: Record<Name, Histogram>, samples: readonly Sample[]) => void;
}

const pointFields = fieldsIn('point');
const pointTimes = histogramsIn('point');
const requestFields = fieldsIn('requestPoint');
const requestTimes = histogramsIn('requestPoint');
const allTimes = [...pointTimes, ...streamTimes];

function pickPointTimes(times: Readonly<Partial<Record<HistogramName, Times>>>) {
  return Object.fromEntries(pointTimes.map((name) => [name, times[name] ?? noTimes])) as Record<(typeof pointTimes)[number], Times>;
}

/**
 * Points by rising second. A point covers at most `resolutionSeconds` (0 = chosen so that ≤ {@link maxPoints} come back), on a
 * fixed grid so that points do not shift while a run goes on.
 */
export function mergeIntoPoints<Name extends HistogramName = HistogramName>(
  samples: readonly Sample[],
  resolutionSeconds = 0,
  options: PointOptions<Name> = {},
): Point[] {
  const resolution = resolutionSeconds > 0 ? Math.ceil(resolutionSeconds) : resolutionOf(samples);
  const ofCalls = hasCalls(samples);
  const names = options.names ?? (allTimes as readonly HistogramName[] as readonly Name[]);
  const scratch = new Map<HistogramName, Histogram>();
  const requestScratch = new Map<HistogramName, Histogram>();
  return groupForPoints(samples, resolution).map((group, at) => {
    const flat = group.flat();
    const requests = options.withoutRequests ? [] : groupByRequest(flat);
    const byRequest = requests.map(({ name, parts }) => requestPoint(name, parts, requestScratch));
    const known = options.merged?.[at];
    const merged = mergeTimes(known ? [] : names, flat, scratch);
    const times: Partial<Record<HistogramName, Times>> = known ?? (options.withoutTimes ? {} : timesByName(merged));
    const point: Point = {
      second: (flat[0] as Sample).second,
      seconds: group.reduce((sum, shards) => sum + coveredSeconds(shards), 0),
      warmup: isWarmup(group[0] as readonly Sample[]),
      ...mergeGroup(pointFields, group),
      ...pickPointTimes(times),
      ...streamFigures(flat, times, ofCalls),
      byRequest,
    };
    options.seen?.(point, merged, flat);
    return point;
  });
}

function requestPoint(name: string, parts: readonly RequestSample[], scratch: Map<HistogramName, Histogram>): RequestPoint {
  return { name, ...mergeFields(requestFields, parts, 'seconds'), ...timesByName(mergeTimes(requestTimes, parts, scratch)) };
}
