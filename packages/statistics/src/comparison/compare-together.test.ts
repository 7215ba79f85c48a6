import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { sideTime, type Turns } from '@plimsoll/contracts/turns';
import { describe, expect, it } from 'vitest';
import {
  makeNormalSource,
  makeRun,
  type SimulatedLoad,
  type SimulatedStream,
  simulatedSamples,
  simulatedTokens,
  simulateSeconds,
  tokenSamples,
} from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
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
    expect(undecided(result)).not.toContain('p50');
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

  it('are worse where one has no good answer, by all but what so many seconds may have missed', () => {
    const samples = run(2, 21_000).samples.map((sample) => ({ ...sample, done: 0, failed: sample.done }));
    const result = compareArms({ ...arms, candidates: [[{ run: makeRun(2), samples }]], noiseFloor: null });
    const goodput = result.candidates[0]?.metrics.find(({ metric }) => metric === 'goodput');
    expect(goodput).toMatchObject({ candidate: 0, deltaRelative: -1, verdict: 'worse', interval: { low: -1 }, code: { change: -1 } });
    // Three in 40 s of 60 a second are 0.125 %.
    expect(goodput?.interval?.high).toBeCloseTo(-0.99875, 5);
    expect(comparisonResultSchema.parse(result)).toEqual(result);
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

describe('streams of a language model', () => {
  const limits = { itlUs: 45_000 };
  const calm = { ...load, seconds: 90, rate: 20, spread: 0.4 };
  const llm = (id: number, medianUs: number): ArmRun => ({
    run: makeRun(id),
    samples: tokenSamples(simulatedTokens({ ...calm, medianUs }, limits, id)),
  });
  const together = (base: ArmRun, candidate: ArmRun, design: 'together' | 'turns' = 'together') => {
    const result = compareArms({ base: [base], candidates: [[candidate]], design, chosen: true, noiseFloor: null });
    expect(comparisonResultSchema.parse(result)).toEqual(result);
    return (metric: ComparedMetric) => result.candidates[0]?.metrics.find((one) => one.metric === metric);
  };
  const slowed = ['firstTokenTime.p50', 'firstTokenTime.p95', 'interTokenTime.p50', 'interTokenTime.p95'] as const;

  it('that ran at once have claims on first tokens, on the time between tokens, on tokens a second and on goodput', () => {
    const find = together(llm(1, 400_000), llm(2, 440_000));
    for (const metric of slowed) {
      const { verdict, interval, claims } = find(metric) ?? {};
      const holds = (interval?.low ?? 1) < 0.1 && (interval?.high ?? 0) > 0.1;
      expect({ metric, verdict, holds, services: claims?.services.verdict }).toEqual({
        metric,
        verdict: 'worse',
        holds: true,
        services: 'worse',
      });
    }
    expect(find('streamGoodput')).toMatchObject({ verdict: 'worse', claims: { services: { verdict: 'worse' } } });
    expect(find('tokensPerSecond')?.claims?.services.interval).not.toBeNull();
  });

  it('decide by their tokens: the time of whole answers, which is as long as what they say, may stay open', () => {
    const minutes = { ...calm, seconds: 240, spread: 0.1 };
    const arm = (id: number, medianUs: number): ArmRun => {
      const random = createRandom(31 * id);
      // A few say a lot.
      const lengthen = (stream: SimulatedStream) => ({ ...stream, outputTokens: 2 + Math.floor(-40 * Math.log(1 - random())) });
      const streams = simulatedTokens({ ...minutes, medianUs }, limits, id).map((second) => second.map(lengthen));
      return { run: makeRun(id), samples: tokenSamples(streams) };
    };
    const result = compareArms({
      base: [arm(5, 400_000)],
      candidates: [[arm(6, 440_000)]],
      design: 'together',
      chosen: true,
      noiseFloor: null,
    });
    const verdictOf = (name: ComparedMetric) => result.candidates[0]?.metrics.find(({ metric }) => metric === name)?.verdict;
    expect(slowed.map(verdictOf)).toEqual(slowed.map(() => 'worse'));
    expect(verdictOf('p99')).toBe('not_enough_evidence');
    expect(undecided(result)).toEqual([]);
    expect(result.sentence).toMatch(/TTFT/);
  });

  it('that are equal are called different in none of them', () => {
    const find = together(llm(3, 400_000), llm(4, 400_000));
    for (const metric of [...slowed, 'streamGoodput', 'tokensPerSecond'] as const)
      expect(['no_difference', 'not_enough_evidence'], metric).toContain(find(metric)?.verdict);
  });

  it('that took turns are paired turn by turn: a target that is twice as slow in some of them widens no interval', () => {
    const turns = { sides: 2, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 6, lengthSeconds: 246, seed: 5 };
    const random = createRandom(11);
    const levels = Array.from({ length: 60 }, () => (random() < 0.5 ? 1 : 2));
    const arm = (side: number, slower: number): ArmRun => {
      const own: Turns = { ...turns, side };
      const normal = makeNormalSource(createRandom(100 + side));
      const streams = Array.from({ length: turns.lengthSeconds }, (_, second) => {
        const level = levels[Math.floor((second - turns.warmupSeconds) / turns.blockSeconds)] ?? 1;
        return Array.from({ length: 6 }, () => {
          const factor = level * (1 + slower) * Math.exp(0.1 * normal());
          const [firstTokenUs, interTokenUs] = [Math.round(150_000 * factor), Math.round(20_000 * factor)];
          return { firstTokenUs, interTokenUs, inputTokens: 10, outputTokens: 20, counted: false, good: interTokenUs <= limits.itlUs };
        });
      });
      const samples = tokenSamples(streams).filter(({ second }) => !sideTime(own).isBurnIn(second * 1e6));
      return { run: makeRun(1 + side, { turns: own }), samples };
    };
    const find = together(arm(0, 0), arm(1, 0.05), 'turns');
    for (const metric of ['firstTokenTime.p50', 'interTokenTime.p50'] as const) {
      const { interval, claims } = find(metric) ?? {};
      expect(interval?.low, metric).toBeGreaterThan(0.03);
      expect(interval?.low, metric).toBeLessThan(0.05);
      expect(interval?.high, metric).toBeGreaterThan(0.05);
      expect(interval?.high, metric).toBeLessThan(0.07);
      expect(claims?.services.verdict, metric).toBe('worse');
    }
  });
});
