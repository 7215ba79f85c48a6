import { type ComparedMetric, isOfStreams, summaryMetrics } from '@plimsoll/contracts/compared-metric';
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import type { Sample } from '@plimsoll/contracts/sample';
import { describe, expect, it } from 'vitest';
import {
  makeRun,
  simulatedCalls,
  simulatedSamples,
  simulatedTokens,
  simulateSeconds,
  tokenSamples,
} from '../../../test/support/simulated-run.ts';
import { findBucket, highestOf } from '../../histogram/bucket-layout.ts';
import { computeNoiseFloor } from '../../noise/noise-floor.ts';
import { readMetric } from '../../noise/trend.ts';
import { summarise } from '../../run/summary.ts';
import { type ArmRun, compareArms } from '../compare.ts';

const load = { seconds: 90, spread: 0.4, drift: 0.03, correlation: 0.4 };
const makeCalls = (seed: number) => simulateSeconds({ ...load, rate: 20, medianUs: 50_000 }, seed);
const makeGaps = (seed: number, medianUs: number) => simulateSeconds({ ...load, rate: 200, medianUs }, 1000 + seed);
const armRun = (id: number, samples: readonly Sample[]): ArmRun => ({ run: makeRun(id, { summary: summarise(samples) }), samples });
const calls = (id: number, gapUs: number) => armRun(id, simulatedCalls(makeCalls(id), makeGaps(id, gapUs)));

const compared = (base: ArmRun, candidate: ArmRun) => compareArms({ base: [base], candidates: [[candidate]], noiseFloor: null });
const ofMessages = ({ candidates }: ComparisonResult) => candidates[0]?.metrics.filter(({ metric }) => isOfStreams(metric)) ?? [];
const metricOf = (result: ComparisonResult, metric: ComparedMetric) => ofMessages(result).find((one) => one.metric === metric);

/** As a histogram tells it, of a sorted list. */
function percentileOf(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return highestOf(findBucket(sorted[Math.ceil((percentile / 100) * sorted.length - 1e-9) - 1] as number));
}

describe('tokens of streams', () => {
  const limits = { itlUs: 45_000 };
  const slow = { ...load, seconds: 150, rate: 20, medianUs: 400_000 };
  const made = (seed: number, medianUs: number) => simulatedTokens({ ...slow, medianUs }, limits, seed);
  const llm = (seed: number, medianUs: number) => armRun(seed, tokenSamples(made(seed, medianUs)));

  it('a slower first token is found, with an interval that holds the truth on each figure, and the goodput is its share', () => {
    const result = compared(llm(1, 400_000), llm(2, 440_000));
    const [base, candidate] = [made(1, 400_000).flat(), made(2, 440_000).flat()];
    for (const metric of ['firstTokenTime.p50', 'interTokenTime.p50'] as const) {
      const { verdict, interval } = metricOf(result, metric) ?? {};
      expect({ metric, verdict, holds: (interval?.low ?? 1) < 0.1 && (interval?.high ?? 0) > 0.1 }).toEqual({
        metric,
        verdict: 'worse',
        holds: true,
      });
    }
    const share = (streams: typeof base) => streams.filter(({ good }) => good).length / streams.length;
    const goodput = metricOf(result, 'streamGoodput');
    expect([goodput?.base, goodput?.candidate]).toEqual([expect.closeTo(share(base), 9), expect.closeTo(share(candidate), 9)]);
    expect(goodput).toMatchObject({ verdict: 'worse' });
    const change = share(candidate) - share(base);
    expect((goodput?.interval?.low ?? 1) <= change && (goodput?.interval?.high ?? -1) >= change && (goodput?.interval?.high ?? 0) < 0).toBe(
      true,
    );
    const tokens = base.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
    expect(metricOf(result, 'tokensPerSecond')?.base).toBeCloseTo(tokens / slow.seconds, 9);
    expect(metricOf(result, 'firstTokenTime.p95')?.base).toBe(
      percentileOf(
        base.map(({ firstTokenUs }) => firstTokenUs),
        95,
      ),
    );
    expect(comparisonResultSchema.parse(result)).toEqual(result);
    // A run of plain messages has none of them.
    expect(ofMessages(compared(llm(1, 400_000), calls(2, 4000))).map(({ metric }) => metric.split('.')[0])).not.toContain('firstTokenTime');
  });
});

describe('messages of gRPC calls', () => {
  it('a message gap that is 10 % longer is found, with an interval that holds the truth; the same one is not', () => {
    const base = calls(1, 4000);
    const worse = compared(base, calls(2, 4400));
    expect(metricOf(worse, 'messageGap.p50')).toMatchObject({ verdict: 'worse' });
    const interval = metricOf(worse, 'messageGap.p50')?.interval;
    expect(interval?.low).toBeLessThan(0.1);
    expect(interval?.high).toBeGreaterThan(0.1);
    expect(worse.sentence).toMatch(/ Streams: worse in p\d\d message gap \+.*\.$/);
    expect(comparisonResultSchema.parse(worse)).toEqual(worse);
    for (const { metric, verdict } of ofMessages(compared(base, calls(3, 4000))))
      expect({ metric, changed: verdict === 'better' || verdict === 'worse' }).toEqual({ metric, changed: false });
  });

  it('has the figures of the sorted list of all of them, and of the counts', () => {
    const result = compared(calls(1, 4000), calls(2, 4400));
    const gaps = makeGaps(1, 4000).flatMap(({ times }) => times);
    const first = makeCalls(1).flatMap(({ times }) => times);
    for (const [name, percentile] of [
      ['p50', 50],
      ['p90', 90],
      ['p95', 95],
      ['p99', 99],
      ['p999', 99.9],
    ] as const) {
      expect(metricOf(result, `messageGap.${name}`)?.base).toBe(percentileOf(gaps, percentile));
      expect(metricOf(result, `firstMessageTime.${name}`)?.base).toBe(percentileOf(first, percentile));
    }
    const perSecond = (2 * first.length + gaps.length) / load.seconds;
    expect(metricOf(result, 'messagesPerSecond')?.base).toBeCloseTo(perSecond, 9);
    const { summary } = calls(1, 4000).run;
    expect(summary && readMetric(summary, 'messagesPerSecond')).toBeCloseTo(perSecond, 9);
    expect(summary && readMetric(summary, 'messageGap.p95')).toBe(percentileOf(gaps, 95));
    // A file of another tool tells statuses alone.
    const untold = { sent: 0, received: 0, sentBytes: 0, receivedBytes: 0 };
    const told = (messages: typeof untold) => summary?.grpc && { ...summary, stream: null, grpc: { ...summary.grpc, messages } };
    const metric = (of: ReturnType<typeof told>) => of && readMetric(of, 'messagesPerSecond');
    expect(metric(told(untold))).toBeNull();
    // What an older version kept has no streams but those of gRPC.
    expect(summary?.grpc && metric(told(summary.grpc.messages))).toBeCloseTo(perSecond, 9);
  });

  it('is compared where both arms have it alone, and takes nothing from the main verdicts', () => {
    const plain = (id: number) => armRun(id, simulatedSamples(makeCalls(id)));
    const main = (result: ComparisonResult) => result.candidates[0]?.metrics.filter(({ metric }) => !isOfStreams(metric));
    const both = compared(calls(1, 4000), calls(2, 4400));
    expect(ofMessages(both).map(({ metric }) => metric.split('.')[0])).toEqual([
      'messagesPerSecond',
      ...Array(5).fill('firstMessageTime'),
      // No round trip was timed.
      ...Array(5).fill('messageGap'),
    ]);
    expect(ofMessages(compared(calls(1, 4000), plain(2)))).toEqual([]);
    expect(main(both)).toEqual(compared(plain(1), plain(2)).candidates[0]?.metrics);
    expect(main(both)?.map(({ metric }) => metric)).toEqual(summaryMetrics);
  });

  it('has a noise floor of its own from runs alike, which sets the least change of its verdict', () => {
    const runs = [4000, 4040, 4400].map((gapUs, at) => calls(at + 1, gapUs));
    const floor = computeNoiseFloor(runs.map(({ samples }) => summarise(samples)));
    expect(floor?.metrics['messageGap.p50']).toBeGreaterThan(0.06);
    expect(floor?.metrics['messageRoundTrip.p50']).toBeNull();
    expect(floor?.relative).toBeLessThan(floor?.metrics['messageGap.p50'] ?? 0);
    const [base, , last] = runs as [ArmRun, ArmRun, ArmRun];
    const judged = compareArms({ base: [base], candidates: [[last]], noiseFloor: 0.01, noiseFloors: { 'messageGap.p50': 0.3 } });
    expect(metricOf(judged, 'messageGap.p50')?.verdict).toBe('no_difference');
  });
});
