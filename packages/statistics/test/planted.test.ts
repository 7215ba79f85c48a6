/** Planted differences: what is the same is not called changed, and what is not is found. `npm run proof` takes 100 pairs of each size. */
import { describe, expect, it } from 'vitest';
import { isChange, runTrials, shareCalled } from './support/trials.ts';

const trials = process.env.PLIMSOLL_PROOF === 'full' ? 100 : 20;

describe('planted differences', () => {
  const verdictsAt = (slower: number, runs: number) =>
    runTrials({
      load: {
        rate: 40,
        medianUs: 20_000,
        spread: 0.5,
        drift: 0.05,
        seconds: runs > 1 ? 30 : 120,
        correlation: 0.4,
        runNoise: runs > 1 ? 0.01 : 0,
      },
      runs,
      slower,
      trials,
      replicates: 1000,
    }).verdicts;

  it.each([1, 5])(
    `are judged right over ${trials} pairs of arms of %i run(s)`,
    (runs) => {
      expect(shareCalled(verdictsAt(0, runs), isChange)).toBeLessThanOrEqual(0.05);
      expect(shareCalled(verdictsAt(0.02, runs), isChange)).toBeLessThanOrEqual(0.05);
      const five = verdictsAt(0.05, runs);
      expect(shareCalled(five, ({ verdict }) => verdict === 'better')).toBe(0);
      const twenty = verdictsAt(0.2, runs);
      expect(shareCalled(twenty, ({ verdict }) => verdict === 'better')).toBe(0);
      expect(shareCalled(twenty, ({ verdict, metric }) => verdict === 'worse' && metric === 'p50')).toBeGreaterThanOrEqual(0.99);
      expect(shareCalled(twenty, ({ verdict, metric }) => verdict === 'worse' && metric === 'throughput')).toBeGreaterThanOrEqual(0.99);
    },
    300_000,
  );
});
