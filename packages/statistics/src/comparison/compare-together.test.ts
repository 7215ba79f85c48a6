import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { describe, expect, it } from 'vitest';
import { makeRun, type SimulatedLoad, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { type ArmRun, compareArms, undecided } from './compare.ts';

const load: SimulatedLoad = { seconds: 40, rate: 60, medianUs: 20_000, spread: 0.1, drift: 0, correlation: 0 };
const run = (id: number, medianUs: number): ArmRun => ({
  run: makeRun(id),
  samples: simulatedSamples(simulateSeconds({ ...load, medianUs }, 31 * id)),
});
const p50Of = ({ candidates: [candidate] }: ComparisonResult) => candidate?.metrics.find(({ metric }) => metric === 'p50');

describe('arms that ran at once', () => {
  const arms = { base: [run(1, 20_000)], candidates: [[run(2, 21_000)]], design: 'together', chosen: true } as const;

  it('are judged by pairs of their blocks: two claims on each metric, which a comparison may keep', () => {
    const result = compareArms({ ...arms, noiseFloor: null });
    const p50 = p50Of(result);
    expect(p50).toMatchObject({ verdict: 'worse', claims: { services: { verdict: 'worse' }, builds: null } });
    expect(p50?.interval?.low).toBeLessThan(0.05);
    expect(p50?.interval?.high).toBeGreaterThan(0.05);
    const told = result.candidates[0]?.metrics.filter(({ interval }) => interval !== null) ?? [];
    for (const { metric, interval, deltaRelative } of told) {
      expect(deltaRelative, metric).toBeGreaterThanOrEqual(interval?.low ?? 1);
      expect(deltaRelative, metric).toBeLessThanOrEqual(interval?.high ?? -1);
    }
    expect(told.length).toBeGreaterThanOrEqual(9);
    expect(p50?.reason).toMatch(/: the two services differ\. It is not known by how much separate starts of one build differ/);
    expect(comparisonResultSchema.parse(result)).toEqual(result);
    expect(undecided(result, ['p50'])).toEqual([]);
  });

  it('are held to the change that is to be detected; the noise floor widens what is said of builds in its place', () => {
    const result = compareArms({ ...arms, noiseFloor: 0.5, noiseFloors: { p50: 0.5 }, noiseRuns: 20, detect: 0.02 });
    expect(result.minimumEffect).toBe(0.01);
    const p50 = p50Of(result);
    expect(p50?.claims).toMatchObject({ services: { verdict: 'worse' }, builds: { verdict: 'not_enough_evidence' } });
    // Two starts differ by ln 1.5 at most in 95 of 100.
    expect(p50?.claims?.builds?.interval?.high).toBeGreaterThan(0.5);
    expect(p50?.reason).toMatch(/the two services differ\. For their builds .* are possible/);
    expect(p50Of(compareArms({ ...arms, noiseFloor: null, detect: 0.3 }))).toMatchObject({
      verdict: 'no_difference',
      code: { kind: 'smaller' },
    });
  });

  it('are compared as ever where they are not said to have run at once', () => {
    const { design, ...apart } = arms;
    const found = p50Of(compareArms({ ...apart, noiseFloor: null }));
    expect(found?.claims).toBeUndefined();
    expect(found?.code?.kind).toBe('beyond');
    expect(design).toBe('together');
  });

  it('have no verdict while they are too short', () => {
    const short = { ...run(2, 21_000), samples: run(2, 21_000).samples.slice(0, 8) };
    const result = compareArms({ ...arms, candidates: [[short]], noiseFloor: null });
    expect(p50Of(result)).toMatchObject({ verdict: 'not_enough_evidence', interval: null });
    expect(comparisonResultSchema.parse(result)).toEqual(result);
  });
});
