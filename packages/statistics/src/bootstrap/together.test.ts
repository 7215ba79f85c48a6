import { describe, expect, it } from 'vitest';
import { measureWorld, usualWorld } from '../../test/support/duet-world.ts';
import { makeNormalSource, type SimulatedSecond, simulatedSeries } from '../../test/support/simulated-run.ts';
import { createRandom } from './random.ts';
import { armSeries } from './resampling.ts';
import { pairedEffects } from './together.ts';

const calm = { ...usualWorld, seconds: 60, pauses: { own: false, common: true } };

function effectsOf(base: readonly SimulatedSecond[], candidate: readonly SimulatedSecond[]) {
  const effects = pairedEffects(armSeries([simulatedSeries(base)]), armSeries([simulatedSeries(candidate)]));
  return (metric: string) => effects.find((one) => one.metric === metric) as (typeof effects)[number];
}

const steady = (seconds: number, perSecond: (second: number) => SimulatedSecond) => Array.from({ length: seconds }, (_, s) => perSecond(s));

describe('runs that were made at once', () => {
  it('tell 3 % in a minute, at a hundred requests a second', () => {
    const { base, candidate } = measureWorld({ ...calm, slower: 0.03 }, 5);
    const found = pairedEffects(armSeries(base), armSeries(candidate)).find(({ metric }) => metric === 'p50');
    const interval = found?.reach(0.05);
    expect(interval?.low).toBeGreaterThan(0.01);
    expect(interval?.low).toBeLessThan(Math.log(1.03));
    expect(interval?.high).toBeGreaterThan(Math.log(1.03));
    expect(interval?.high).toBeLessThan(0.05);
  });

  it('let no slowness that both share widen the interval', () => {
    const [still, drifting] = [0, 0.3].map((drift) => {
      const { base, candidate } = measureWorld({ ...calm, drift }, 6);
      const interval = pairedEffects(armSeries(base), armSeries(candidate))
        .find(({ metric }) => metric === 'p50')
        ?.reach(0.05);
      return (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN);
    }) as [number, number];
    expect(drifting).toBeLessThan(1.2 * still);
  });

  it('are cut into longer blocks where neighbours resemble each other, and reach further', () => {
    const normal = makeNormalSource(createRandom(3));
    let level = 0;
    const slow = steady(240, () => {
      level = 0.9 * level + Math.sqrt(1 - 0.81) * normal();
      return { times: Array.from({ length: 40 }, () => Math.round(20_000 * Math.exp(0.05 * level + 0.1 * normal()))), failed: 0 };
    });
    const plain = steady(240, () => ({
      times: Array.from({ length: 40 }, () => Math.round(20_000 * Math.exp(0.1 * normal()))),
      failed: 0,
    }));
    expect(effectsOf(plain, slow)('p50').blockSeconds).toBeGreaterThan(4);
    expect(effectsOf(plain, plain)('p50').blockSeconds).toBe(2);
  });

  it('let the sums speak where the candidate stands still in every tenth block', () => {
    const base = steady(100, () => ({ times: Array(50).fill(1000), failed: 0 }));
    const candidate = steady(100, (second) => ({ times: second % 20 < 2 ? [] : Array(50).fill(1000), failed: 0 }));
    const throughput = effectsOf(base, candidate)('throughput');
    expect(throughput.effect).toBeCloseTo(Math.log(0.9), 9);
    expect(throughput.reach(0.05)?.high).toBeLessThan(0);
    expect(throughput.reach(0.05)?.low).toBeLessThan(Math.log(0.9));
  });

  it('compare error rates by the difference of sums', () => {
    const random = createRandom(9);
    const failing = (share: number) =>
      steady(120, () => ({ times: Array(100).fill(1000), failed: Array.from({ length: 100 }, random).filter((r) => r < share).length }));
    const errorRate = effectsOf(failing(0.01), failing(0.03))('errorRate');
    const { low = 0, high = 0 } = errorRate.reach(0.05) ?? {};
    // Two binomial shares of 12 000: 0.18 points.
    expect(high - low).toBeGreaterThan(2 * 1.96 * 0.0015);
    expect(high - low).toBeLessThan(2 * 1.96 * 0.0022);
    expect(low).toBeLessThan(0.02);
    expect(high).toBeGreaterThan(0.02);
  });

  it('reach without end for a tail of which too few values are known', () => {
    const { base, candidate } = measureWorld({ ...calm, seconds: 12, rate: 20 }, 8);
    expect(
      pairedEffects(armSeries(base), armSeries(candidate))
        .find(({ metric }) => metric === 'p999')
        ?.reach(0.001),
    ).toBeNull();
  });
});
