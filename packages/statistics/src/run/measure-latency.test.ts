import { latencySchema } from '@plimsoll/contracts/latency';
import type { Sample } from '@plimsoll/contracts/sample';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSample, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { findBucket, highestOf, lowestOf } from '../histogram/bucket-layout.ts';
import { measureLatency } from './measure-latency.ts';

const load = { seconds: 12, rate: 60, medianUs: 20_000, spread: 0.9, drift: 0.3, correlation: 0.4 };
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The times of each second; the warm-up is second 0. */
function timedRun(good: readonly (readonly number[])[], failed: readonly (readonly number[])[] = []): Sample[] {
  return good.map((responseTime, second) =>
    makeSample(second, { warmup: second === 0, times: { responseTime, failedTime: failed[second] ?? [] } }),
  );
}

/** The lowest time that a histogram does not tell from this one. */
const told = (us: number) => lowestOf(findBucket(us));

describe('percentile table', () => {
  it('has the rows of nighthawk_client, of ab, of ghz and ours, as the sorted list of all times has them', () => {
    const seconds = simulateSeconds(load, 3);
    const { percentiles, figures } = measureLatency(simulatedSamples(seconds, 2), 'responseTime');
    const all = seconds.slice(2).flatMap(({ times }) => times);
    const sorted = all.toSorted((a, b) => a - b);
    const rows = [0, 10, 25, 50, 66, 75, 80, 90, 95, 98, 99, 99.0625, 99.9, 99.90234375, 99.99, 100];
    expect(percentiles.map(({ percentile }) => percentile)).toEqual(rows);
    for (const { percentile, count, us } of percentiles) {
      const value = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length - 1e-9) - 1)] as number;
      const bucket = findBucket(value);
      expect(us).toBe(percentile === 0 ? lowestOf(bucket) : highestOf(bucket));
      expect(count).toBe(all.filter((time) => time <= highestOf(bucket)).length);
    }
    const mean = sum(all) / all.length;
    expect(figures.count).toBe(all.length);
    expect((figures.meanUs ?? 0) / mean).toBeCloseTo(1, 3);
    expect((figures.stddevUs ?? 0) / Math.sqrt(sum(all.map((time) => (time - mean) ** 2)) / all.length)).toBeCloseTo(1, 2);
  });

  it("counts ghz's widths as ghz does, of messages too", () => {
    const gaps = [100, 105, 110, 120, 199, 200, 150, 150, 151, 100];
    const { ghzBuckets, figures } = measureLatency(
      [makeSample(0, { times: { messageGap: gaps.slice(0, 4) } }), makeSample(1, { times: { messageGap: gaps.slice(4) } })],
      'messageGap',
    );
    // ghz walks over the sorted list, and goes to the next mark when a time is beyond it.
    const marks = Array.from({ length: 11 }, (_, at) => 100 + 10 * at);
    const expected = marks.map((mark, at) => gaps.filter((us) => us <= mark && (at === 0 || us > (marks[at - 1] as number))).length);
    expect(ghzBuckets).toEqual(marks.map((markUs, at) => ({ markUs, count: expected[at] })));
    expect(figures.count).toBe(gaps.length);
    expect(measureLatency([makeSample(0, { times: { messageGap: [70, 70] } })], 'messageGap').ghzBuckets).toMatchObject([
      { markUs: 70, count: 2 },
      ...Array(10).fill({ markUs: 70, count: 0 }),
    ]);
  });

  it('tells single microseconds', () => {
    const { percentiles } = measureLatency([makeSample(0, { times: { responseTime: [139, 140, 141, 2047] } })], 'responseTime');
    expect(percentiles.filter(({ percentile }) => [0, 50, 75, 100].includes(percentile))).toEqual([
      { percentile: 0, count: 1, us: 139 },
      { percentile: 50, count: 2, us: 140 },
      { percentile: 75, count: 3, us: 141 },
      { percentile: 100, count: 4, us: 2047 },
    ]);
  });
});

const times = fc.array(fc.oneof(fc.nat(30), fc.integer({ min: 1, max: 3_000_000 })), { maxLength: 40 });
const run = fc.array(fc.tuple(times, times), { minLength: 1, maxLength: 8 });

describe('histograms and map', () => {
  it('hold every time once, where the list of all times has it, and no more than a picture can show', () => {
    fc.assert(
      fc.property(run, (seconds) => {
        const samples = timedRun(
          seconds.map(([good]) => good),
          seconds.map(([, failed]) => failed),
        );
        const latency = latencySchema.parse(measureLatency(samples, 'responseTime'));
        const good = seconds.slice(1).flatMap(([own]) => own);
        const failed = seconds.slice(1).flatMap(([, own]) => own);
        for (const buckets of [latency.equalBuckets, latency.logBuckets]) {
          expect(buckets.length).toBeLessThanOrEqual(60);
          const within = (list: readonly number[], from: number, to: number) =>
            list.filter((us) => told(us) >= from && told(us) < to).length;
          for (const { fromUs, toUs, ...counts } of buckets)
            expect(counts).toEqual({ count: within(good, fromUs, toUs), failed: within(failed, fromUs, toUs) });
          expect(sum(buckets.map(({ count }) => count))).toBe(good.length);
          expect(sum(buckets.map((bucket) => bucket.failed))).toBe(failed.length);
          for (const [at, { fromUs }] of buckets.slice(1).entries()) expect(fromUs).toBe(buckets[at]?.toUs);
        }
        const { columns } = latency.heatmap;
        expect(columns.map(({ second }) => second)).toEqual(seconds.slice(1).map((_, at) => at + 1));
        for (const { second, counts } of columns) expect(sum(counts)).toBe(seconds[second]?.[0].length);
        for (const [row, { count }] of latency.logBuckets.entries()) expect(sum(columns.map(({ counts }) => counts[row] ?? 0))).toBe(count);
        expect(latency.figures.count).toBe(good.length);
      }),
      { numRuns: 100 },
    );
  });

  it('joins the seconds of a long run into at most 600 columns, and cuts a window from its first second', () => {
    const seconds = Array.from({ length: 3600 }, (_, second) => makeSample(second + 500, { times: { responseTime: [1000 + second] } }));
    const { heatmap, figures } = measureLatency(seconds, 'responseTime');
    expect(heatmap.columns.length).toBeLessThanOrEqual(600);
    expect(sum(heatmap.columns.map((column) => column.seconds))).toBe(3600);
    expect(figures.count).toBe(3600);
    expect(measureLatency(seconds.slice(600, 1100), 'responseTime').heatmap).toMatchObject({ resolutionSeconds: 1 });
  });

  it('shows failed answers beside response time alone, and by themselves', () => {
    const samples = [makeSample(3, { times: { responseTime: [20_000], serviceTime: [19_000], failedTime: [100, 120] } })];
    const failedIn = (name: Parameters<typeof measureLatency>[1]) =>
      sum(measureLatency(samples, name).logBuckets.map(({ failed }) => failed));
    expect([failedIn('responseTime'), failedIn('serviceTime'), failedIn('failedTime')]).toEqual([2, 0, 0]);
    expect(measureLatency(samples, 'failedTime').figures).toMatchObject({ count: 2, maxUs: 120 });
  });

  it('is empty where nothing was timed', () => {
    const empty = latencySchema.parse(measureLatency([makeSample(1)], 'sendLateness'));
    expect(empty).toMatchObject({ percentiles: [], equalBuckets: [], logBuckets: [], figures: { count: 0 } });
    expect(latencySchema.parse(measureLatency([], 'responseTime')).heatmap.columns).toEqual([]);
  });
});
