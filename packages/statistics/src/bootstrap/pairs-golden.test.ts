/** Against values that SciPy and NumPy computed (golden/make_pairs.py), independently of this code. */
import { describe, expect, it } from 'vitest';
import golden from '../../golden/pairs.json' with { type: 'json' };
import { normalQuantile } from './normal-tail.ts';
import { levelOfLook } from './planned-looks.ts';
import { signedRank } from './signed-rank.ts';
import { studentQuantile } from './small-sample.ts';

const near = (got: number, wanted: number, share: number) => expect(Math.abs(got - wanted)).toBeLessThanOrEqual(share * Math.abs(wanted));

describe('golden values of pairs', () => {
  it('has the interval of all centres that scipy.stats.wilcoxon does not refute, around the median of all means of two', () => {
    for (const { values, alpha, middle, low, high } of golden.signedRank) {
      const found = signedRank(values);
      expect(found.middle).toBeCloseTo(middle, 12);
      expect(found.reach(alpha)?.low).toBeCloseTo(low, 12);
      expect(found.reach(alpha)?.high).toBeCloseTo(high, 12);
    }
  });

  it('promises nothing where too few pairs could refute anything', () => {
    expect(signedRank([1, 2, 3, 4, 5]).reach(0.05)).toBeNull();
    expect(signedRank([1, 2, 3, 4, 5, 6]).reach(0.05)).toEqual({ low: 1, high: 6 });
    expect(signedRank([1, 2, 3, 4, 5, 6]).reach(0.01)).toBeNull();
  });

  it('matches the quantiles of scipy.stats.norm and t', () => {
    for (const [tail, z] of golden.quantiles.normal as [number, number][]) expect(Math.abs(normalQuantile(tail) - z)).toBeLessThan(1e-6);
    for (const [p, df, t] of golden.quantiles.student as [number, number, number][]) near(studentQuantile(p, df), t, 0.002);
  });

  it("spends chance over planned looks as O'Brien and Fleming's boundaries do", () => {
    for (const { alpha, shares, boundaries } of golden.looks)
      for (const [at, boundary] of boundaries.entries()) near(normalQuantile(levelOfLook(alpha, shares, at + 1) / 2), boundary, 0.0005);
  });

  it('leaves one look all of the chance, and a look that was not planned a part of what the last one had', () => {
    expect(levelOfLook(0.05, [1], 1)).toBe(0.05);
    expect(levelOfLook(0.05, [1], 2)).toBe(0.025);
    const last = levelOfLook(0.05, [0.5, 1], 2);
    expect(levelOfLook(0.05, [0.5, 1], 4)).toBeCloseTo(last / 3, 12);
  });
});
