/**
 * One run as the bootstrap sees it: measured time cut into units (a second, or a few in a long run, pre-merged), each with its
 * counts and the occupied buckets of its response times (or of others of its times).
 */
import { type Sample, tellsMessages, tellsTokens } from '@plimsoll/contracts/sample';
import { type ComparedMessageTime, comparedMessageTimes, type DetailTime, detailTimes, timesRow } from '@plimsoll/contracts/times';
import type { Turns } from '@plimsoll/contracts/turns';
import { addEncoded, addHistogram, clear, eachBucket, emptyHistogram, type Histogram } from '../histogram/histogram.ts';
import { measureLengthMs } from '../second/merge-fields.ts';
import { groupForPoints, type PointGroup } from '../second/point.ts';
import { countFinished, coveredSeconds } from '../second/seconds.ts';
import { sortByBucket, type UnitBuckets } from './unit-buckets.ts';

export interface RunSeries {
  /** Measured seconds, merged or not. */
  readonly seconds: number;
  readonly unitSeconds: number;
  readonly units: number;
  /** The second of the run in which each unit begins. */
  readonly fromSecond: Float64Array;
  readonly finished: Float64Array;
  readonly failed: Float64Array;
  /** Due and dropped: known of a run as a whole only, 0 for a request of it. */
  readonly planned: Float64Array;
  readonly dropped: Float64Array;
  readonly lengthSeconds: Float64Array;
  /** Seconds that each unit covers, where `lengthSeconds` counts others. */
  readonly coveredSeconds?: Float64Array;
  /** Response times, unless it was made of others. */
  readonly times: UnitBuckets;
  /** The turns in which it was made: a block of them is compared with the same one of another run of its round. */
  readonly turns?: Turns;
  /** How each unit pulls the run's own percentiles, by their place in `quantiles`, where that was kept (`influence.ts`). */
  readonly ownPulls?: readonly OwnPull[];
}

export interface OwnPull {
  /** The bucket the percentile lies in. */
  readonly limit: number;
  /** By unit. */
  readonly pull: Float64Array;
}

/**
 * Series of the times that are compared besides response time, by name. Those of messages and tokens only of a run that has such. What
 * finished in a unit of those of messages are messages, both ways; of TTFT output tokens; of ITL streams, of which those beyond their limits
 * failed.
 */
export type DetailSeries = ReadonlyMap<DetailTime | ComparedMessageTime, RunSeries>;

interface UnitCounts {
  second: number;
  finished: number;
  failed: number;
  planned: number;
  dropped: number;
  lengthMs: number;
}

/** Seconds that a group of samples covers. */
export const coveredByAll = (group: PointGroup) => group.reduce((sum, shards) => sum + coveredSeconds(shards), 0);

/** Collects units one after the other. */
export function createCollector() {
  const second: number[] = [];
  const finished: number[] = [];
  const failed: number[] = [];
  const planned: number[] = [];
  const dropped: number[] = [];
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
    add(unit: UnitCounts, times: Histogram) {
      const index = finished.length;
      second.push(unit.second);
      finished.push(unit.finished);
      failed.push(unit.failed);
      planned.push(unit.planned);
      dropped.push(unit.dropped);
      length.push(unit.lengthMs / 1000);
      eachBucket(times, (bucket, count) => {
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
      fromSecond: Float64Array.from(second),
      finished: Float64Array.from(finished),
      failed: Float64Array.from(failed),
      planned: Float64Array.from(planned),
      dropped: Float64Array.from(dropped),
      lengthSeconds: Float64Array.from(length),
      times: sortByBucket(finished.length, unitOf.subarray(0, size), bucketAt.subarray(0, size), countAt.subarray(0, size)),
    }),
  };
}

/** A collector that makes one unit of every `together`. */
export function createCoarseCollector(together: number) {
  const collected = createCollector();
  const merged = emptyHistogram();
  const none = { second: 0, finished: 0, failed: 0, planned: 0, dropped: 0, lengthMs: 0 };
  let sum: UnitCounts = { ...none };
  let units = 0;
  const flush = () => {
    if (units === 0) return;
    collected.add(sum, merged);
    clear(merged);
    sum = { ...none };
    units = 0;
  };
  return {
    add(unit: UnitCounts, times: Histogram) {
      addHistogram(merged, times);
      if (units === 0) sum.second = unit.second;
      for (const name of ['finished', 'failed', 'planned', 'dropped', 'lengthMs'] as const) sum[name] += unit[name];
      if (++units === together) flush();
    },
    series: (seconds: number, unitSeconds: number): RunSeries => {
      flush();
      return collected.series(seconds, unitSeconds * together);
    },
  };
}

type Counted = Omit<UnitCounts, 'second' | 'lengthMs'> & { readonly times: Uint8Array };

/** Series of measured samples alone: decodes response times only. */
export function buildSeries(measured: readonly Sample[], unitSeconds: number): RunSeries {
  return collectSeries(groupForPoints(measured, unitSeconds), unitSeconds, (sample) => ({
    ...countRequests(sample),
    times: sample.histograms.responseTime,
  }));
}

/** As {@link buildSeries}, of the times that are compared besides, `together` units as one. */
export function buildDetails(measured: readonly Sample[], unitSeconds: number, together: number): DetailSeries {
  const groups = groupForPoints(measured, unitSeconds);
  const build = (name: DetailTime | ComparedMessageTime, count: (sample: Sample) => Omit<Counted, 'times'>) => {
    const timesOf = (sample: Sample) => ({ ...count(sample), times: sample.histograms[name] });
    return [name, collectSeries(groups, unitSeconds, timesOf, createCoarseCollector(together))] as const;
  };
  return new Map([
    ...detailTimes.map((name) => build(name, countRequests)),
    ...listMessageTimes(measured).map((name) => build(name, countsOfStreams(name))),
  ]);
}

function countRequests({ outcomes, failed, planned, dropped }: Sample): Omit<Counted, 'times'> {
  return { finished: countFinished(outcomes), failed, planned, dropped };
}

type StreamCounts = Pick<Sample, 'messages' | 'tokens'>;

/** The things that are counted beside a time of streams. */
export function countsOfStreams(name: ComparedMessageTime): (counts: StreamCounts) => Omit<Counted, 'times'> {
  const none = { failed: 0, planned: 0, dropped: 0 };
  if (name === 'firstTokenTime') return ({ tokens }) => ({ ...none, finished: tokens.output });
  if (name === 'interTokenTime') return ({ tokens }) => ({ ...none, finished: tokens.streams, failed: tokens.streams - tokens.good });
  return ({ messages }) => ({ ...none, finished: messages.sent + messages.received });
}

/** None of a run without messages, and none of tokens where they are not counted. */
export function listMessageTimes(measured: readonly Sample[]): readonly ComparedMessageTime[] {
  const tokens = measured.some(tellsTokens);
  return tokens || measured.some(tellsMessages) ? comparedMessageTimes.filter((name) => tokens || !timesRow(name).ofTokens) : [];
}

/** Series of one request of measured samples, in groups (see `groupForPoints`) that serve for all its requests. */
export function seriesOfRequest(groups: readonly PointGroup[], unitSeconds: number, request: string): RunSeries {
  // A sample lists its requests in the plan's order: where one had it, the next has it, too, unless some sent nothing.
  let place = 0;
  return collectSeries(groups, unitSeconds, ({ byRequest }) => {
    if (byRequest[place]?.name !== request) place = byRequest.findIndex(({ name }) => name === request);
    const part = byRequest[place];
    if (!part) return undefined;
    return { finished: countFinished(part.outcomes), failed: part.failed, planned: 0, dropped: 0, times: part.histograms.responseTime };
  });
}

/** The same of one region, of measured samples of its shards alone. */
export function seriesOfRegion(measured: readonly Sample[], unitSeconds: number): RunSeries {
  return collectSeries(groupForPoints(measured, unitSeconds), unitSeconds, ({ outcomes, failed, histograms }) => ({
    finished: countFinished(outcomes),
    failed,
    planned: 0,
    dropped: 0,
    times: histograms.responseTime,
  }));
}

function collectSeries(
  groups: readonly PointGroup[],
  unitSeconds: number,
  partOf: (sample: Sample) => Counted | undefined,
  collected: Pick<ReturnType<typeof createCollector>, 'add' | 'series'> = createCollector(),
): RunSeries {
  const merged = emptyHistogram();
  let seconds = 0;
  for (const group of groups) {
    clear(merged);
    let finished = 0;
    let failed = 0;
    let planned = 0;
    let dropped = 0;
    for (const sample of group.flat()) {
      const part = partOf(sample);
      if (!part) continue;
      addEncoded(merged, part.times);
      finished += part.finished;
      failed += part.failed;
      planned += part.planned;
      dropped += part.dropped;
    }
    seconds += coveredByAll(group);
    const second = group[0]?.[0]?.second ?? 0;
    collected.add({ second, finished, failed, planned, dropped, lengthMs: measureLengthMs(group) }, merged);
  }
  return collected.series(seconds, unitSeconds);
}
