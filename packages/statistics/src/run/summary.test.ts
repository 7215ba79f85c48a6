import type { Sample } from '@plimsoll/contracts/sample';
import { hasMixedTimes, summarySchema } from '@plimsoll/contracts/summary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSample, simulatedMix, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { findBucket, highestOf } from '../histogram/bucket-layout.ts';
import { computeCurve } from '../histogram/curve.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { summarise } from './summary.ts';

const load = { seconds: 12, rate: 40, medianUs: 20_000, spread: 0.6, drift: 0.1, correlation: 0.4, errorRate: 0.1 };

/** The store treats a replayed sample like this: its key is known, so it changes nothing. */
const keepFirst = (samples: readonly { shard: number; sample: Sample }[]) => [
  ...new Map(samples.map((kept) => [`${kept.shard}/${kept.sample.second}`, kept])).values(),
];

describe('summary', () => {
  it('adds up counts, leaves the warm-up out, and keeps its stragglers apart', () => {
    const summary = summarise([
      makeSample(0, { warmup: true, done: 7, outcomes: { response: 7 } }),
      makeSample(1, { done: 4, outcomes: { response: 4 }, stragglers: { response: 2, timeout: 1, cut_off: 1 } }),
      makeSample(2, { done: 5, failed: 2, outcomes: { response: 5, reset: 2, cut_off: 3 }, lengthMs: 500, dropped: 4, planned: 14 }),
    ]);
    expect(summary).toMatchObject({ requests: 11, done: 9, failed: 2, durationMs: 1500, sent: 14, dropped: 4, planned: 18 });
    expect(summary.outcomes).toEqual({ response: 9, reset: 2, cut_off: 3 });
    expect(summary.throughputPerSecond).toBeCloseTo(11 / 1.5, 9);
    expect(summary.errorRate).toBeCloseTo(2 / 11, 12);
    expect(summary.warmup).toEqual({ sent: 7, requests: 10 });
    expect(summary.planned).toBe(summary.sent + summary.dropped);
    expect(summary.sent).toBe(Object.values(summary.outcomes).reduce((total, count) => total + count, 0));
    expect(summarySchema.parse(summary)).toEqual(summary);
  });

  it('groups failures by outcome and by status so that the groups add up to the failures', () => {
    const example = { outcome: 'response' as const, status: 503, message: 'busy', body: null, second: 1, request: null };
    const summary = summarise([
      makeSample(0, {
        done: 5,
        failed: 9,
        outcomes: { response: 10, connect_refused: 3, check_failed: 1 },
        statuses: { '200': 6, '503': 4, '404': 1 },
        errors: [example],
      }),
    ]);
    expect(summary.errors.map(({ kind, count }) => [kind, count])).toEqual([
      ['503', 4],
      ['connect_refused', 3],
      ['404', 1],
      ['check_failed', 1],
    ]);
    expect(summary.errors.reduce((sum, group) => sum + group.count, 0)).toBe(summary.failed);
    expect(summary.errors[0]?.example).toEqual(example);
  });

  it('keeps good answers apart from failed ones, and both from what was never sent', () => {
    const times = { responseTime: [20_000, 40_000], failedTime: [100, 100, 100] };
    const statuses = { '200': 2, '503': 3 };
    const overload = { done: 2, failed: 3, outcomes: { response: 5 }, statuses, times, planned: 10, dropped: 5, lengthMs: 500 };
    const bytes = { sent: 1000, received: 5000 };
    const summary = summarise([
      makeSample(3, { ...overload, peakInFlight: 9 }),
      makeSample(5, { ...overload, bytes, statuses: { '503': 3, '200': 2 }, peakInFlight: 7 }),
    ]);
    expect(summary.peakInFlight).toBe(9);
    expect(summary).toMatchObject({ throughputPerSecond: 10, goodputPerSecond: 4, droppedShare: 0.5, timesMixed: false });
    expect(summary.responseTime).toMatchObject({ count: 4, p50Us: highestOf(findBucket(20_000)) });
    expect(summary.failedTime).toMatchObject({ count: 6, p50Us: 100, maxUs: 100, stddevUs: 0 });
    expect(summary.responseTime.stddevUs).toBeCloseTo(10_000, -2);
    expect(summary.statusSeconds).toEqual({ '200': { first: 3, last: 5 }, '503': { first: 3, last: 5 } });
    expect(summary.bitsPerSecond).toEqual({ sent: 8 * 1500, received: 8 * 6000 });
    expect(hasMixedTimes(summary)).toBe(false);
  });

  it('says of seconds that an older version recorded that good and failed answers were timed together, if any failed', () => {
    const recordedBefore = (sample: Sample) => ({ ...sample, histograms: { ...sample.histograms, failedTime: new Uint8Array() } });
    const failing = recordedBefore(makeSample(0, { done: 5, failed: 5, outcomes: { response: 10 }, statuses: { '200': 5, '503': 5 } }));
    expect(hasMixedTimes(summarise([failing]))).toBe(true);
    const refused = recordedBefore(makeSample(0, { done: 5, failed: 5, outcomes: { response: 5, connect_refused: 5 } }));
    expect(hasMixedTimes(summarise([refused]))).toBe(false);
    const { timesMixed: _, ...stored } = summarise([failing]);
    expect(hasMixedTimes(summarySchema.parse(stored))).toBe(true);
    const { timesMixed: __, ...fine } = summarise([refused]);
    expect(hasMixedTimes(summarySchema.parse(fine))).toBe(false);
  });

  it('reads percentiles of the whole as the sorted array of all requests has them', () => {
    const seconds = simulateSeconds(load, 5);
    const sorted = seconds.flatMap(({ times }) => times).sort((a, b) => a - b);
    const { responseTime } = summarise(simulatedSamples(seconds));
    for (const [percentile, value] of [
      [0.5, responseTime.p50Us],
      [0.9, responseTime.p90Us],
      [0.99, responseTime.p99Us],
      [0.999, responseTime.p999Us],
    ] as const)
      expect(value).toBe(highestOf(findBucket(sorted[Math.ceil(percentile * sorted.length) - 1] as number)));
    expect(Math.abs((responseTime.meanUs ?? 0) / (sorted.reduce((a, b) => a + b, 0) / sorted.length) - 1)).toBeLessThan(0.001);
  });

  it('gives identical totals, points and curves when samples are replayed three times in random order (R8)', () => {
    const shards = [simulatedSamples(simulateSeconds(load, 1), 2), simulatedSamples(simulateSeconds(load, 2), 2)];
    const all = shards.flatMap((samples, shard) => samples.map((sample) => ({ shard, sample })));
    const once = all.map(({ sample }) => sample);
    const expected = { summary: summarise(once), points: mergeIntoPoints(once, 1), curve: computeCurve(once) };
    fc.assert(
      fc.property(fc.shuffledSubarray([...all, ...all, ...all], { minLength: all.length * 3 }), (replayed) => {
        const kept = keepFirst(replayed).map(({ sample }) => sample);
        expect({ summary: summarise(kept), points: mergeIntoPoints(kept, 1), curve: computeCurve(kept) }).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it('answers nulls and zeros, not NaN, when nothing was measured', () => {
    const summary = summarise([]);
    expect(summary).toMatchObject({ requests: 0, errorRate: null, throughputPerSecond: 0, durationMs: 0, errors: [] });
    expect(summary.responseTime).toMatchObject({ count: 0, p99Us: null });
    expect(summarySchema.parse(summary)).toEqual(summary);
  });

  it('reads the figures of each request as the sorted array of its own times has them, and together they are the whole', () => {
    const requests = {
      login: simulateSeconds(load, 21),
      cart: simulateSeconds({ ...load, medianUs: 3000, errorRate: 0 }, 22),
      pay: simulateSeconds({ ...load, rate: 3, errorRate: 0.5 }, 23),
    };
    const warmup = 2;
    const samples = simulatedMix(requests, warmup);
    const summary = summarise(samples);
    expect(summary.byRequest.map(({ name }) => name)).toEqual(['login', 'cart', 'pay']);
    for (const { name, ...figures } of summary.byRequest) {
      const seconds = requests[name as keyof typeof requests].slice(warmup);
      const sorted = seconds.flatMap(({ times }) => times).sort((a, b) => a - b);
      const failed = seconds.reduce((sum, second) => sum + second.failed, 0);
      expect(figures).toMatchObject({ sent: sorted.length, requests: sorted.length, failed, done: sorted.length - failed });
      expect(figures.errorRate).toBeCloseTo(failed / sorted.length, 12);
      expect(figures.throughputPerSecond).toBeCloseTo(sorted.length / (load.seconds - warmup), 9);
      const at = (share: number) => highestOf(findBucket(sorted[Math.ceil(share * sorted.length) - 1] as number));
      for (const times of [figures.responseTime, figures.serviceTime, figures.timeToFirstByte])
        expect([times.count, times.p50Us, times.p90Us, times.p99Us, times.maxUs]).toEqual([
          sorted.length,
          at(0.5),
          at(0.9),
          at(0.99),
          at(1),
        ]);
    }
    const total = (of: 'sent' | 'requests' | 'done' | 'failed') => summary.byRequest.reduce((sum, request) => sum + request[of], 0);
    for (const count of ['sent', 'requests', 'done', 'failed'] as const) expect(total(count)).toBe(summary[count]);
    expect(summary.byRequest.reduce((sum, request) => sum + request.throughputPerSecond, 0)).toBeCloseTo(summary.throughputPerSecond, 9);
    expect(summarySchema.parse(summary)).toEqual(summary);
  });
});
