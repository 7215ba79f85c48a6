import { describe, expect, it } from 'vitest';
import { simulatedSeries } from '../../test/support/simulated-run.ts';
import { blockPercentiles, cutBlockPairs, pairedArms } from './block-pairs.ts';
import type { RunSeries } from './run-series.ts';

/** A run whose second s has s + 1 answers of 1 000 µs each, from a second on. */
function run(seconds: number, from = 0): RunSeries {
  const all = Array.from({ length: seconds }, (_, second) => ({
    times: Array(second + from + 1).fill(1000),
    failed: second === 3 ? 1 : 0,
  }));
  return { ...simulatedSeries(all), fromSecond: Float64Array.from({ length: seconds }, (_, second) => second + from) };
}

describe('pairs of blocks', () => {
  it('hold the same seconds of both runs, though one began to be measured later and one ended earlier', () => {
    const { base, candidate, ofRuns } = cutBlockPairs([run(10)], [run(9, 3)], 2);
    // Seconds 4 and 5, 6 and 7, 8 and 9: of the candidate second 3 is measured without its neighbour, of the base nothing from 10 on.
    expect(ofRuns).toEqual([3]);
    expect([...base.finished]).toEqual([11, 15, 19]);
    expect([...candidate.finished]).toEqual([11, 15, 19]);
    expect([...base.failed]).toEqual([0, 0, 0]);
    expect([...candidate.failed]).toEqual([0, 1, 0]);
    expect([...base.times.totals]).toEqual([45]);
  });

  it('are cut of each pair of runs by itself, in whole units of both', () => {
    const coarse: RunSeries = {
      ...run(4),
      unitSeconds: 3,
      fromSecond: Float64Array.of(0, 3, 6, 9),
      lengthSeconds: Float64Array.of(3, 3, 3, 3),
    };
    const { base, ofRuns } = cutBlockPairs([run(12), run(12)], [coarse, coarse], 2);
    expect(ofRuns).toEqual([4, 4]);
    expect(base.unitSeconds).toBe(3);
    expect([...base.finished]).toEqual([6, 15, 24, 33, 6, 15, 24, 33]);
  });

  it('leave a block out of which a second was lost on one side', () => {
    const whole = run(6);
    const holed: RunSeries = { ...whole, fromSecond: Float64Array.of(0, 1, 2, 4, 5, 6) };
    expect(cutBlockPairs([whole], [holed], 2).ofRuns).toEqual([2]);
  });

  it('tell percentiles within a bucket by where the rank lies in it', () => {
    const values = [1000, 1000, 1000, 3000, 3001];
    const pairs = cutBlockPairs([simulatedSeries([{ times: values, failed: 0 }])], [simulatedSeries([{ times: values, failed: 0 }])], 1);
    // Rank 2.5 of three values in the bucket of 1 000 µs; 3 000 and 3 001 share one of 2 µs.
    expect(blockPercentiles(pairedArms(pairs).base, 50)[0]).toBeCloseTo(1000 + 2.5 / 3, 12);
    expect(blockPercentiles(pairedArms(pairs).base, 90)[0]).toBeCloseTo(3000 + (2 * 1.5) / 2, 12);
  });
});
