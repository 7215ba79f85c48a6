import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTicks, linearTicks, logTicks, trimZeros } from './ticks.ts';

describe('ticks', () => {
  it('step evenly from 0 to at least the highest value, three to six of them', () => {
    expect(linearTicks(8002)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
    expect(linearTicks(50)).toEqual([0, 20, 40, 60]);
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (high) => {
        const ticks = linearTicks(high);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * (1 - 1e-9));
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(6);
      }),
    );
  });
  it('step by whole numbers where nothing else makes sense', () => {
    expect([1, 2, 7, 10, 2600].map((high) => linearTicks(high, true))).toEqual([
      [0, 1],
      [0, 1, 2],
      [0, 2, 4, 6, 8],
      [0, 5, 10],
      [0, 1000, 2000, 3000],
    ]);
  });
  it('stand on round moments of a clock', () => {
    expect(clockTicks(0, 9)).toEqual([0, 2, 4, 6, 8]);
    expect(clockTicks(5, 140)).toEqual([30, 60, 90, 120]);
  });
  it('are labelled without idle zeros', () => {
    expect(['40.0\u00a0ms', '2.50/s', '100', '0.5', '10.00\u00a0s'].map(trimZeros)).toEqual([
      '40\u00a0ms',
      '2.5/s',
      '100',
      '0.5',
      '10\u00a0s',
    ]);
  });
  it('cover the values by powers of ten', () => {
    expect(logTicks(120, 84_000)).toEqual([100, 1000, 10_000, 100_000]);
  });
});
