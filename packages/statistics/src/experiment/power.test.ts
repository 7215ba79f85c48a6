import { describe, expect, it } from 'vitest';
import { claimOf, runExperiment } from '../../test/support/duet-trials.ts';
import { type Measured, measureWorld, usualWorld } from '../../test/support/duet-world.ts';
import { armSeries } from '../bootstrap/resampling.ts';
import { pairedEffects } from '../bootstrap/together.ts';
import { detectableAfter, foreseePower, learnPairNoise, secondsToDetect } from './power.ts';

const question = { candidates: 1, lookShares: [1] };
const medianInterval = ({ base, candidate }: Measured, alpha: number) =>
  pairedEffects(armSeries(base), armSeries(candidate))
    .find(({ metric }) => metric === 'p50')
    ?.reach(alpha) ?? null;

describe('the power of an experiment', () => {
  it('told by pilots of 20 s is that of 60 s of load: its least change is found in about nine of ten', () => {
    const pilots = Array.from({ length: 40 }, (_, seed) => measureWorld({ ...usualWorld, seconds: 20 }, 77 * seed + 1)).map((pilot) =>
      learnPairNoise({ of: 'p50', ...pilot }),
    );
    const told = pilots.map((noise) => (noise ? detectableAfter(noise, 60, question) : Number.NaN)).sort((a, b) => a - b);
    const least = told[20] as number;
    const found = (slower: number) =>
      Array.from({ length: 40 }, (_, seed) =>
        runExperiment({ ...usualWorld, seconds: 60, slower }, { looks: [60] }, 991 * seed + 5),
      ).filter((deltas) => (claimOf(deltas, 'p50', 'services')?.interval?.low ?? -1) > 0).length;
    // Of 40 experiments with a chance of 0.9 fewer than 30 or, with half the change, more than 24 are found once in a thousand.
    expect(found(least)).toBeGreaterThanOrEqual(30);
    expect(found(least / 2)).toBeLessThanOrEqual(24);
  });

  it('needs four times as long for half the change, and more for more arms and more looks', () => {
    const noise = { ofSecond: 0.05, blockSeconds: 2 };
    const seconds = secondsToDetect(noise, 0.01, question) ?? 0;
    expect(detectableAfter(noise, seconds, question)).toBeLessThanOrEqual(0.01);
    expect(detectableAfter(noise, seconds - 2, question)).toBeGreaterThan(0.01);
    expect((secondsToDetect(noise, 0.005, question) ?? 0) / seconds).toBeCloseTo(4, 0);
    expect(secondsToDetect(noise, 0.01, { ...question, candidates: 3 })).toBeGreaterThan(seconds);
    expect(secondsToDetect(noise, 0.01, { ...question, lookShares: [0.25, 0.5, 0.75, 1] })).toBeGreaterThan(seconds);
    expect(secondsToDetect({ ...noise, ofSecond: 10 }, 0.001, question)).toBeNull();
  });

  it('is that of the rounds it will have, or has had, with its loudest pair of variants', () => {
    const noises = [0.02, 0.05, 0.03].map((ofSecond) => ({ ofSecond, blockSeconds: 2 }));
    const loud = { ofSecond: 0.05, blockSeconds: 2 };
    const rounds = { seconds: 60, looks: [3, 6, 10], candidates: 1, detect: 0.01 };
    const question = { candidates: 1, lookShares: [0.3, 0.6, 1] };
    expect(foreseePower(noises, rounds)).toEqual({
      detectable: detectableAfter(loud, 600, question),
      after: 600,
      needed: secondsToDetect(loud, 0.01, question),
    });
    // It ended at its first look, whose boundary is far out.
    const ended = foreseePower(noises, { ...rounds, made: 3 });
    expect(ended?.after).toBe(180);
    expect(ended?.detectable).toBeGreaterThan(detectableAfter(loud, 180, { candidates: 1, lookShares: [1] }) * 1.2);
    expect(foreseePower([], rounds)).toBeNull();
  });

  it('is none before there are as many pairs as the signed ranks need, however quiet they are', () => {
    const quiet = { ofSecond: 1e-6, blockSeconds: 2 };
    // The median has 0.7 % · 8/25 of the chance: scipy.stats.wilcoxon gives ten pairs that all point one way 2^-9 = 0.00195, nine 0.0039.
    expect(detectableAfter(quiet, 18, question)).toBe(Number.POSITIVE_INFINITY);
    expect(detectableAfter(quiet, 20, question)).toBeLessThan(0.001);
    expect(secondsToDetect(quiet, 0.03, question)).toBe(20);
    expect(foreseePower([quiet], { seconds: 6, looks: [3], candidates: 1, detect: 0.03 })).toBeNull();
    const least = (n: number) => measureWorld({ ...usualWorld, seconds: 2 * n, slower: 0.5, pauses: { own: false, common: false } }, 3);
    const reach = (n: number) => medianInterval(least(n), 0.00224);
    expect([reach(9), reach(10)].map((interval) => interval !== null)).toEqual([false, true]);
  });

  it('is not told by a pilot too short for an interval', () => {
    const pilot = measureWorld({ ...usualWorld, seconds: 8 }, 3);
    expect(learnPairNoise({ of: 'p50', ...pilot })).toBeNull();
  });
});
