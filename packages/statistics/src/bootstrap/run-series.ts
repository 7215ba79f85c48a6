/**
 * One run as the bootstrap sees it: measured time cut into units (a second, or a few in a long run, pre-merged), each with its
 * counts and the occupied buckets of its response times.
 */
import type { Point, RequestSample, Sample } from '@plimsoll/contracts/sample';
import { addEncoded, addHistogram, clear, eachBucket, emptyHistogram, type Histogram } from '../histogram/histogram.ts';
import { measureLengthMs } from '../second/merge-fields.ts';
import { groupForPoints, mergeIntoPoints, type PointGroup } from '../second/point.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';
import { sortByBucket, type UnitBuckets } from './unit-buckets.ts';

export interface RunSeries {
  /** Measured seconds, merged or not. */
  readonly seconds: number;
  readonly unitSeconds: number;
  readonly units: number;
  readonly finished: Float64Array;
  readonly failed: Float64Array;
  readonly lengthSeconds: Float64Array;
  /** Response times. */
  readonly times: UnitBuckets;
  /** How each unit pulls the run's own percentiles, by their place in `quantiles`, where that was kept (`influence.ts`). */
  readonly ownPulls?: readonly OwnPull[];
}

export interface OwnPull {
  /** The bucket the percentile lies in. */
  readonly limit: number;
  /** By unit. */
  readonly pull: Float64Array;
}

/** What a chart needs of the run besides, made in the same pass over its histograms. Points carry response and service time only. */
export interface ChartedSeries {
  readonly series: RunSeries;
  readonly points: Point[];
  readonly responseTime: Histogram;
  readonly serviceTime: Histogram;
}

function createCollector() {
  const finished: number[] = [];
  const failed: number[] = [];
  const length: number[] = [];
  let size = 0;
  let unitOf = new Int32Array(1024);
  let bucketAt = new Int32Array(1024);
  let countAt = new Float64Array(1024);
  const longer = <T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(array: T, empty: T): T => {
    empty.set(array);
    return empty;
  };
  const grow = () => {
    unitOf = longer(unitOf, new Int32Array(2 * size));
    bucketAt = longer(bucketAt, new Int32Array(2 * size));
    countAt = longer(countAt, new Float64Array(2 * size));
  };
  return {
    add(unit: { finished: number; failed: number; lengthMs: number }, responseTime: Histogram) {
      const index = finished.length;
      finished.push(unit.finished);
      failed.push(unit.failed);
      length.push(unit.lengthMs / 1000);
      eachBucket(responseTime, (bucket, count) => {
        if (size === unitOf.length) grow();
        unitOf[size] = index;
        bucketAt[size] = bucket;
        countAt[size] = count;
        size++;
      });
    },
    series: (seconds: number, unitSeconds: number): RunSeries => ({
      seconds,
      unitSeconds,
      units: finished.length,
      finished: Float64Array.from(finished),
      failed: Float64Array.from(failed),
      lengthSeconds: Float64Array.from(length),
      times: sortByBucket(finished.length, unitOf.subarray(0, size), bucketAt.subarray(0, size), countAt.subarray(0, size)),
    }),
  };
}

type Counted = Pick<RequestSample, 'outcomes' | 'failed' | 'histograms'>;

/** Series of measured samples alone: decodes response times only. */
export function buildSeries(measured: readonly Sample[], unitSeconds: number): RunSeries {
  return collectSeries(groupForPoints(measured, unitSeconds), unitSeconds, (sample) => sample);
}

/** Series of one request of measured samples, in groups (see `groupForPoints`) that serve for all its requests. */
export function seriesOfRequest(groups: readonly PointGroup[], unitSeconds: number, request: string): RunSeries {
  // A sample lists its requests in the plan's order: where one had it, the next has it, too, unless some sent nothing.
  let place = 0;
  return collectSeries(groups, unitSeconds, ({ byRequest }) => {
    if (byRequest[place]?.name !== request) place = byRequest.findIndex(({ name }) => name === request);
    return byRequest[place];
  });
}

function collectSeries(groups: readonly PointGroup[], unitSeconds: number, partOf: (sample: Sample) => Counted | undefined): RunSeries {
  const collected = createCollector();
  const merged = emptyHistogram();
  let seconds = 0;
  for (const group of groups) {
    clear(merged);
    let finished = 0;
    let failed = 0;
    for (const sample of group.flat()) {
      const part = partOf(sample);
      if (!part) continue;
      addEncoded(merged, part.histograms.responseTime);
      finished += countFinished(part.outcomes);
      failed += part.failed;
    }
    seconds += group.length;
    collected.add({ finished, failed, lengthMs: measureLengthMs(group) }, merged);
  }
  return collected.series(seconds, unitSeconds);
}

/** Series, chart points and merged histograms in one pass. */
export function buildChartedSeries(measured: readonly Sample[], unitSeconds: number): ChartedSeries {
  const collected = createCollector();
  const responseTime = emptyHistogram();
  const serviceTime = emptyHistogram();
  const points = mergeIntoPoints(measured, unitSeconds, {
    names: ['responseTime', 'serviceTime'],
    withoutRequests: true,
    seen: (point, merged) => {
      addHistogram(responseTime, merged.responseTime);
      addHistogram(serviceTime, merged.serviceTime);
      collected.add({ finished: countFinished(point.outcomes), failed: point.failed, lengthMs: point.lengthMs }, merged.responseTime);
    },
  });
  return { series: collected.series(groupBySecond(measured).length, unitSeconds), points, responseTime, serviceTime };
}
