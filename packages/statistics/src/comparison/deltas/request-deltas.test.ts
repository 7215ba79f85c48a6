import { type Candidate, candidateSchema, type RequestDelta } from '@plimsoll/contracts/comparison';
import type { Plan } from '@plimsoll/contracts/plan';
import { describe, expect, it } from 'vitest';
import {
  makePlan,
  makeRun,
  type SimulatedLoad,
  simulatedMix,
  simulatedSamples,
  simulateSeconds,
} from '../../../test/support/simulated-run.ts';
import { chooseGrids, measureExtent, type RunGrid } from '../../bootstrap/comparison-grid.ts';
import { summarise } from '../../run/summary.ts';
import { type ArmRun, compareArms, compareReadRuns, readArmRuns } from '../compare.ts';
import { withRegions } from '../measured/measured-run.ts';
import type { ReadRun } from '../measured/read-run.ts';

const load: SimulatedLoad = { seconds: 120, rate: 60, medianUs: 20_000, spread: 0.4, drift: 0.04, correlation: 0.4 };

function planWith(names: readonly string[]): Plan {
  return makePlan({ target: null, requests: names.map((name) => ({ name, url: `http://127.0.0.1:8787/${name}` })) });
}

/** One run of requests, each with its own change to the load. */
function armRun(id: number, requests: Readonly<Record<string, Partial<SimulatedLoad>>>): ArmRun {
  const seconds = Object.entries(requests).map(([name, change], index) => {
    return [name, simulateSeconds({ ...load, ...change }, id * 7919 + index * 104_729)] as const;
  });
  const samples = simulatedMix(Object.fromEntries(seconds));
  return { run: makeRun(id, { plan: planWith(Object.keys(requests)), summary: summarise(samples) }), samples };
}

const verdictsOf = (rows: readonly RequestDelta[], name: string) =>
  Object.fromEntries(rows.find((row) => row.name === name)?.metrics.map(({ metric, verdict }) => [metric, verdict]) ?? []);

const against = (base: ArmRun, candidate: ArmRun) =>
  compareArms({ base: [base], candidates: [[candidate]], noiseFloor: null }).candidates[0] as Candidate;

describe('comparing requests', () => {
  const base = armRun(1, { login: {}, cart: {} });
  const slower = armRun(2, { login: { medianUs: 24_000 }, cart: {} });

  it('calls the request that got 20 % slower worse and the other no different, with the figures of the summaries', () => {
    const result = against(base, slower);
    expect(result.byRequest.map(({ name, in: where }) => [name, where])).toEqual([
      ['login', 'both'],
      ['cart', 'both'],
    ]);
    expect(verdictsOf(result.byRequest, 'login')).toMatchObject({ p50: 'worse', p90: 'worse', throughput: 'no_difference' });
    expect(verdictsOf(result.byRequest, 'cart')).toMatchObject({ p50: 'no_difference', errorRate: 'no_difference' });
    for (const { name, metrics } of result.byRequest) {
      const [b, c] = [base, slower].map(({ run }) => run.summary?.byRequest.find((request) => request.name === name));
      const of = (metric: string) => metrics.find((delta) => delta.metric === metric);
      expect(of('p99')).toMatchObject({ base: b?.responseTime.p99Us, candidate: c?.responseTime.p99Us });
      expect(of('throughput')?.base).toBeCloseTo(b?.throughputPerSecond as number, 9);
    }
    expect(result.byRequest[0]?.metrics.find(({ metric }) => metric === 'p50')?.interval?.low).toBeGreaterThan(0.1);
    expect(candidateSchema.parse(result)).toEqual(result);
  });

  it('leaves the headline as it is without them', () => {
    const whole = ({ run, samples }: ArmRun): ArmRun => ({
      run: { ...run, plan: makePlan() },
      samples: samples.map((sample) => ({ ...sample, byRequest: [] })),
    });
    const split = against(base, slower);
    const alone = against(whole(base), whole(slower));
    expect(split.metrics).toEqual(alone.metrics);
    expect(split.sentence).toBe(alone.sentence);
    expect(alone.byRequest).toEqual([]);
  });

  it('names the requests that only one arm has, and compares what both have', () => {
    const other = armRun(3, { pay: {}, cart: {} });
    const { byRequest } = against(base, other);
    expect(byRequest.map(({ name, in: where, metrics }) => [name, where, metrics.length])).toEqual([
      ['login', 'base', 0],
      ['cart', 'both', 8],
      ['pay', 'candidate', 0],
    ]);
    const { byRequest: fromNone } = against({ ...base, run: makeRun(1) }, other);
    expect(fromNone.map(({ name, in: where }) => [name, where])).toEqual([
      ['pay', 'candidate'],
      ['cart', 'candidate'],
    ]);
  });

  it('still finds one changed request among twenty, and calls none of the others changed', () => {
    const quiet = { seconds: 40, rate: 20, spread: 0.2, drift: 0.02 };
    const twenty = (id: number, change: Partial<SimulatedLoad>) =>
      armRun(id, Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`r${n}`, n === 7 ? { ...quiet, ...change } : quiet])));
    const { byRequest } = against(twenty(4, {}), twenty(5, { medianUs: 30_000 }));
    const changed = byRequest.filter(({ metrics }) => metrics.some(({ verdict }) => verdict === 'worse' || verdict === 'better'));
    expect(changed.map(({ name }) => name)).toEqual(['r7']);
    expect(verdictsOf(byRequest, 'r7').p50).toBe('worse');
  });

  it('calls the region that got 20 % slower worse and the other no different, and names one that only one arm has', () => {
    const inRegions = (id: number, regions: Readonly<Record<string, Partial<SimulatedLoad>>>) => {
      const shards = Object.entries(regions).map(([label, change], at) => ({
        label,
        measured: simulatedSamples(simulateSeconds({ ...load, ...change }, id * 10 + at)),
      }));
      const generators = shards.map(({ label }) => ({ label }));
      const samples = shards.flatMap(({ measured }) => measured);
      const run = makeRun(id, { plan: makePlan({ generators, load: { model: 'closed', connections: 9, duration: '40s' } }) });
      return { run: { ...run, summary: summarise(samples) }, samples, shards };
    };
    const [base, other] = [inRegions(6, { eu: {}, us: {}, ap: {} }), inRegions(7, { eu: {}, us: { medianUs: 24_000 } })];
    const read = readArmRuns({ base: [base], candidates: [[other]] });
    const grid = chooseGrids([measureExtent(base.samples)], [[measureExtent(other.samples)]]).base[0] as RunGrid;
    const withTheirs = ([one]: readonly ReadRun[], { shards }: typeof base) => [
      { ...(one as ReadRun), measured: withRegions((one as ReadRun).measured, grid, shards) },
    ];
    const { candidates } = compareReadRuns({
      base: withTheirs(read.base, base),
      candidates: [withTheirs(read.candidates[0] ?? [], other)],
      noiseFloor: null,
    });
    const byRegion = candidates[0]?.byRegion ?? [];
    expect(byRegion.map(({ name, in: where }) => [name, where])).toEqual([
      ['eu', 'both'],
      ['us', 'both'],
      ['ap', 'base'],
    ]);
    expect([verdictsOf(byRegion, 'us').p50, verdictsOf(byRegion, 'eu').p50]).toEqual(['worse', 'no_difference']);
    const alone = summarise(other.shards[1]?.measured ?? []);
    expect(byRegion[1]?.metrics.find(({ metric }) => metric === 'p99')?.candidate).toBe(alone.responseTime.p99Us);
    expect(candidateSchema.parse(candidates[0])).toEqual(candidates[0]);
    expect(candidates[0]?.byRequest).toEqual([]);
  });

  it('gives neither verdict nor interval where an arm is too short, but the figures', () => {
    const short = { ...slower, samples: slower.samples.slice(0, 5) };
    const { byRequest, metrics } = against(base, short);
    for (const delta of [...metrics, ...byRequest.flatMap((request) => request.metrics)]) {
      expect(delta).toMatchObject({ verdict: 'not_enough_evidence', interval: null });
      expect(delta.reason).toMatch(/5 measured seconds/);
      expect(delta.candidate).not.toBeNull();
    }
  });
});
