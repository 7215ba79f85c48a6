import { pointSchema, unknownMachine } from '@plimsoll/contracts/sample';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSample, simulatedMix, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { computeCurve } from '../histogram/curve.ts';
import { summarise } from '../run/summary.ts';
import { maxPoints, mergeIntoPoints, resolutionFor } from './point.ts';

describe('points', () => {
  it('sums counts and gauges over shards and reads percentiles from merged histograms', () => {
    const fast = makeSample(3, { done: 3, inFlight: 4, times: { responseTime: [1000, 1000, 1000] } });
    const slow = makeSample(3, { done: 1, inFlight: 5, times: { responseTime: [2000] }, lengthMs: 700 });
    const [point, ...more] = mergeIntoPoints([slow, fast], 1);
    expect(more).toEqual([]);
    expect(point).toMatchObject({ second: 3, seconds: 1, lengthMs: 1000, done: 4, inFlight: 9, connections: { open: 20 } });
    expect(point?.responseTime).toMatchObject({ count: 4, p50Us: 1000, p99Us: 2000, maxUs: 2000 });
    expect(pointSchema.parse(point)).toEqual(point);
  });

  it('keeps the worst second of gauges and times when it merges seconds', () => {
    const quiet = Array.from({ length: 10 }, (_, second) => makeSample(second));
    const health = {
      cpu: 0.99,
      eventLoopDelayP99Us: 40_000,
      eventLoopUtilisation: 0.97,
      rssBytes: 9e9,
      clockDriftMs: -300,
      ...unknownMachine,
    };
    quiet[6] = makeSample(6, { inFlight: 77, waiting: 5, generator: health, times: { responseTime: [5_000_000] } });
    const [point] = mergeIntoPoints(quiet, 10);
    expect(point).toMatchObject({ second: 0, seconds: 10, lengthMs: 10_000, inFlight: 77, waiting: 5, generator: health });
    expect(point?.responseTime.maxUs).toBeGreaterThanOrEqual(5_000_000);
    expect(point?.connections.open).toBe(10);
  });

  it('never gives more than 600 points, covers every second once, and never mixes warm-up with measured seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(100), (length, warmup) => {
        const samples = Array.from({ length }, (_, second) =>
          makeSample(second, { warmup: second < warmup, times: {}, done: 1, outcomes: { response: 1 } }),
        );
        const points = mergeIntoPoints(samples);
        expect(points.length).toBeLessThanOrEqual(maxPoints);
        expect(points.reduce((sum, point) => sum + point.seconds, 0)).toBe(length);
        expect(points.reduce((sum, point) => sum + point.done, 0)).toBe(length);
        expect(points.filter((point) => point.warmup).reduce((sum, point) => sum + point.seconds, 0)).toBe(Math.min(length, warmup));
      }),
      { numRuns: 8 },
    );
  });

  it('keeps one second a point up to ten minutes', () => {
    expect(resolutionFor(600)).toBe(1);
    expect(resolutionFor(601)).toBe(2);
    expect(resolutionFor(86_400)).toBeLessThanOrEqual(145);
  });

  it('decodes service time once where it is the same as response time, and apart where not', () => {
    const same = makeSample(0, { times: { responseTime: [1000], serviceTime: [1000] } });
    const apart = makeSample(1, { times: { responseTime: [9000], serviceTime: [1000] } });
    const points = mergeIntoPoints([same, apart, { ...same, second: 2 }], 1);
    expect(points.map((point) => [point.responseTime.p50Us, point.serviceTime.p50Us])).toEqual([
      [1000, 1000],
      [9007, 1000],
      [1000, 1000],
    ]);
  });

  it('has the statuses, messages and message times of gRPC calls, over shards and seconds, as the sorted list of all has them', () => {
    const gaps = [
      [900, 1100, 4000],
      [1000, 70_000],
      [1200, 1300, 1400],
    ];
    const shards = gaps.map((messageGap, at) =>
      makeSample(Math.floor(at / 2), {
        grpcStatuses: at === 0 ? { OK: 9, UNAVAILABLE: 1 } : { OK: 10 },
        messages: { sent: 10, received: messageGap.length, sentBytes: 100, receivedBytes: 7 * messageGap.length, coalesced: at },
        times: { responseTime: [9000], firstMessageTime: [500 + at], messageGap },
      }),
    );
    const [point, ...more] = mergeIntoPoints(shards, 2);
    expect(more).toEqual([]);
    const sorted = gaps.flat().toSorted((a, b) => a - b);
    const at = (percentile: number) => sorted[Math.ceil((percentile / 100) * sorted.length) - 1] as number;
    expect(point?.grpc).toMatchObject({
      statuses: { OK: 29, UNAVAILABLE: 1 },
      messages: { sent: 30, received: 8, sentBytes: 300, receivedBytes: 56 },
      firstMessageTime: { count: 3, minUs: 500, p50Us: 501, maxUs: 502 },
      messageGap: { count: 8, minUs: 900, p50Us: at(50), p75Us: at(75) },
      messageRoundTrip: null,
      messageLateness: null,
    });
    // A bucket of 64 µs.
    expect((point?.grpc?.messageGap.p99Us ?? 0) - at(99)).toBeLessThan(64);
    expect(point?.responseTime.count).toBe(3);
    expect(pointSchema.parse(point)).toEqual(point);
    expect(summarise(shards).grpc).toEqual(point?.grpc);
    expect(mergeIntoPoints([makeSample(0)], 1)[0]?.grpc).toBeNull();
  });

  it('merges each request over shards and seconds apart', () => {
    const second = (times: number[], failed = 0) => ({ times, failed });
    const one = simulatedMix({ login: [second([1000, 2000]), second([5000], 1)], cart: [second([300]), second([])] });
    const other = simulatedMix({ login: [second([9000]), second([])], cart: [second([]), second([400])] });
    const [point] = mergeIntoPoints([...one, ...other], 2);
    expect(point?.byRequest).toMatchObject([
      { name: 'login', sent: 4, done: 3, failed: 1, responseTime: { count: 4, p50Us: 2000, minUs: 1000 } },
      { name: 'cart', sent: 2, done: 2, failed: 0, responseTime: { count: 2, p50Us: 300, maxUs: 400 } },
    ]);
    expect(pointSchema.parse(point)).toEqual(point);
    expect(mergeIntoPoints(one, 2, { withoutRequests: true })[0]?.byRequest).toEqual([]);
  });
});

describe('percentile curve', () => {
  it('rises from p0 to p100, holds every whole nine, and agrees with the summary', () => {
    const samples = simulatedSamples(
      simulateSeconds({ seconds: 30, rate: 100, medianUs: 5000, spread: 0.8, drift: 0.1, correlation: 0.3 }, 3),
    );
    const { responseTime } = computeCurve(samples);
    const summary = summarise(samples).responseTime;
    const at = (percentile: number) => responseTime.find(([p]) => p === percentile)?.[1];
    expect([at(0), at(90), at(99), at(99.9), at(100)]).toEqual([
      summary.minUs,
      summary.p90Us,
      summary.p99Us,
      summary.p999Us,
      summary.maxUs,
    ]);
    for (let i = 1; i < responseTime.length; i++) {
      expect((responseTime[i] as [number, number])[0]).toBeGreaterThan((responseTime[i - 1] as [number, number])[0]);
      expect((responseTime[i] as [number, number])[1]).toBeGreaterThanOrEqual((responseTime[i - 1] as [number, number])[1]);
    }
  });

  it('is empty when nothing was measured', () => {
    expect(computeCurve([makeSample(0, { warmup: true })])).toEqual({ responseTime: [], serviceTime: [] });
  });
});
