import { describe, expect, it } from 'vitest';
import { createRandom } from '../bootstrap/random.ts';
import { fitCeiling } from './fit-ceiling.ts';

/** Normal numbers that follow each other: a share of each is the one before. */
function correlated(seed: number, correlation: number): () => number {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let last = normal();
  return () => {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * normal();
    return last;
  };
}

describe('the fit of a ceiling', () => {
  it('holds the true ceiling in its 95 % interval where good answers waver, in 91 to 99 of 100', () => {
    const trials = 400;
    for (const { seconds, correlation, planned } of [
      { seconds: 24, correlation: 0.3, planned: () => 500 },
      { seconds: 60, correlation: 0.5, planned: () => 500 },
      { seconds: 30, correlation: 0, planned: (at: number) => 250 + 10 * at },
    ]) {
      let held = 0;
      for (let trial = 1; trial <= trials; trial++) {
        const wave = correlated(trial, correlation);
        const list = Array.from({ length: seconds }, (_, at) => ({ plannedRate: planned(at), goodRate: 220 + 25 * wave() }));
        const { low, high } = fitCeiling(list);
        if (low <= 220 && 220 <= high) held++;
      }
      expect(held / trials, `${seconds} s, ${correlation}`).toBeGreaterThanOrEqual(0.91);
      expect(held / trials, `${seconds} s, ${correlation}`).toBeLessThanOrEqual(0.995);
    }
  });

  it('is not bent by a second in which nothing came', () => {
    const seconds = Array.from({ length: 20 }, (_, at) => ({ plannedRate: 400, goodRate: at === 9 ? 0 : 200 + (at % 3) }));
    expect(fitCeiling(seconds).perSecond).toBeGreaterThan(199);
  });

  it('is where the line of a target that does ever less meets what was planned', () => {
    const seconds = Array.from({ length: 20 }, (_, at) => ({ plannedRate: 210 + 10 * at, goodRate: 200 - 4 * (at + 1) }));
    const { perSecond, slope } = fitCeiling(seconds);
    expect(slope).toBeCloseTo(-0.4, 5);
    expect(perSecond).toBeCloseTo(196, 0);
  });
});
