import { readFigure } from '@plimsoll/contracts/read-figure';
import { pointSchema } from '@plimsoll/contracts/sample';
import { summarySchema } from '@plimsoll/contracts/summary';
import { describe, expect, it } from 'vitest';
import { makeSample, simulatedTokens, tokenSamples } from '../../test/support/simulated-run.ts';
import { findBucket, highestOf } from '../histogram/bucket-layout.ts';
import { summarise } from '../run/summary.ts';
import { evaluateThresholds } from '../run/thresholds.ts';
import { mergeIntoPoints } from './point.ts';

const load = { seconds: 40, rate: 12, medianUs: 300_000, spread: 0.4, drift: 0.05, correlation: 0.3 };
const seconds = simulatedTokens(load, { itlUs: 33_000 }, 5);
const samples = tokenSamples(seconds, 3);
const streams = seconds.slice(3).flat();

/** As a histogram tells it, of the sorted list. */
function percentileOf(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return highestOf(findBucket(sorted[Math.ceil((percentile / 100) * sorted.length - 1e-9) - 1] as number));
}
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const output = sum(streams.map(({ outputTokens }) => outputTokens));
const good = streams.filter((stream) => stream.good).length;

describe('streams that count tokens', () => {
  it('have the sums, shares and percentiles of the list of all streams but those of the warm-up', () => {
    const summary = summarise(samples);
    const { stream, grpc } = summary;
    expect(grpc).toBeNull();
    expect(stream).toMatchObject({
      messagesSent: 0,
      messagesReceived: output + streams.length,
      bytesReceived: 40 * (output + streams.length),
      coalesced: streams.filter(({ counted }) => counted).length,
      ends: { done: streams.length },
      closeCodes: {},
      messageRoundTrip: null,
      pingRoundTrip: null,
      tokens: {
        input: sum(streams.map(({ inputTokens }) => inputTokens)),
        output,
        outputPerSecond: output / (load.seconds - 3),
        streams: streams.length,
        countedByMessages: streams.filter(({ counted }) => counted).length,
        goodput: good / streams.length,
      },
    });
    const { firstTokenTime, interTokenTime, secondTokenTime, inputLength, outputLength } = stream?.tokens ?? {};
    for (const [field, percentile] of [
      ['p50Us', 50],
      ['p95Us', 95],
      ['p99Us', 99],
    ] as const) {
      expect(firstTokenTime?.[field]).toBe(
        percentileOf(
          streams.map((one) => one.firstTokenUs),
          percentile,
        ),
      );
      expect(interTokenTime?.[field]).toBe(
        percentileOf(
          streams.map((one) => one.interTokenUs),
          percentile,
        ),
      );
    }
    expect(secondTokenTime?.count).toBe(streams.length);
    const lengths = streams.map(({ outputTokens }) => outputTokens);
    expect(outputLength).toMatchObject({ count: streams.length, min: Math.min(...lengths), max: Math.max(...lengths) });
    expect([outputLength?.p50, outputLength?.p99]).toEqual([percentileOf(lengths, 50), percentileOf(lengths, 99)]);
    expect(outputLength?.mean).toBeCloseTo(output / streams.length, 0);
    expect(inputLength?.p95).toBe(
      percentileOf(
        streams.map(({ inputTokens }) => inputTokens),
        95,
      ),
    );
    expect(summarySchema.parse(summary)).toEqual(summary);
  });

  it('have their figures second by second, and none in a second without', () => {
    const points = mergeIntoPoints([...samples, makeSample(load.seconds)], 1);
    expect(points.at(-1)?.stream).toBeNull();
    const at = 17;
    const ofSecond = seconds[at] ?? [];
    const point = points.find(({ second }) => second === at);
    expect(point?.stream?.tokens).toMatchObject({
      outputPerSecond: sum(ofSecond.map(({ outputTokens }) => outputTokens)),
      goodput: ofSecond.filter((one) => one.good).length / ofSecond.length,
      firstTokenTime: {
        p50Us: percentileOf(
          ofSecond.map((one) => one.firstTokenUs),
          50,
        ),
      },
      outputLength: { count: ofSecond.length },
    });
    expect(point && readFigure(point, 'tokensPerSecond')).toBe(point?.stream?.tokens?.outputPerSecond);
    expect(point && readFigure(point, 'streamGoodput')).toBeCloseTo(point?.stream?.tokens?.goodput ?? -1, 12);
    expect(point && pointSchema.parse(point)).toEqual(point);
  });

  it('are held to thresholds: a goodput in per cent is the share of streams, without it the rate of good answers', () => {
    const [ttft, itl, share, rate, tokens] = evaluateThresholds(
      ['ttft p(95) < 500ms', 'itl p(99) < 80ms', 'goodput > 95%', 'goodput > 10', 'tokens_per_second > 1'],
      samples,
    );
    expect(ttft?.value).toBe(
      percentileOf(
        streams.map((one) => one.firstTokenUs),
        95,
      ),
    );
    expect(itl?.value).toBe(
      percentileOf(
        streams.map((one) => one.interTokenUs),
        99,
      ),
    );
    expect(share).toMatchObject({ value: good / streams.length, passed: good / streams.length > 0.95 });
    expect(rate?.value).toBeCloseTo(streams.length / (load.seconds - 3), 9);
    expect(tokens?.value).toBeCloseTo(output / (load.seconds - 3), 9);
    expect(evaluateThresholds(['goodput > 95%'], [makeSample(0)])).toMatchObject([{ value: null, passed: false }]);
  });

  it('count a stream that was refused against its goodput', () => {
    const refused = makeSample(0, { done: 0, failed: 2, outcomes: { connect_refused: 2 } });
    const summary = summarise([{ ...refused, tokens: { input: 0, output: 0, streams: 2, counted: 0, good: 0 } }]);
    expect(summary.stream?.tokens).toMatchObject({ streams: 2, goodput: 0, input: null, outputPerSecond: 0 });
  });
});
