import { describe, expect, it } from 'vitest';
import { makeNormalSource } from '../../../test/support/simulated-run.ts';
import { createRandom } from '../../bootstrap/random.ts';
import type { TargetUse } from '../measured/target-use.ts';
import { type TargetCandidate, targetDeltas } from './target-delta.ts';

const options: TargetCandidate['options'] = { minimumEffect: 0.03, theseRuns: false, requests: { base: 1e6, candidate: 1e6 } };

interface Simulated {
  readonly seconds: number;
  /** True cost of an answer, seconds of one core. */
  readonly cost: number;
  readonly climbing?: boolean;
  readonly change?: Partial<TargetUse>;
}

/** Answers and their cost drift from second to second, each an AR(1); counted by the kernel in hundredths of a second. */
function simulate(seed: number, { seconds, cost, climbing = false, change }: Simulated): { target: TargetUse } {
  const normal = makeNormalSource(createRandom(seed));
  const stay = 0.5;
  let [busy, dear] = [normal(), normal()];
  const told = Array.from({ length: seconds }, (_, second) => {
    busy = stay * busy + Math.sqrt(1 - stay * stay) * normal();
    dear = stay * dear + Math.sqrt(1 - stay * stay) * normal();
    const good = Math.round(1000 * (climbing ? 0.1 + second / seconds : 1) * (1 + 0.1 * busy));
    const cpuSeconds = Math.round(good * cost * Math.exp(0.1 * dear) * 100) / 100;
    return { second, good, lengthMs: 1000, cpu: cpuSeconds / 4 };
  });
  return { target: { source: 'node', kind: 'process', cores: 4, memoryPeakBytes: null, seconds: told, ...change } };
}

const compare = (base: TargetCandidate['runs'], runs: TargetCandidate['runs'], resampling: TargetCandidate['resampling'] = 'blocks') =>
  targetDeltas(base, [{ runs, resampling, refused: null, options }])[0] ?? [];

describe('requests per second of the target’s processor', () => {
  it.each([
    { resampling: 'blocks', seconds: 60, climbing: false },
    { resampling: 'aligned', seconds: 60, climbing: true },
  ] as const)(
    'are compared in intervals that hold the true difference in about 95 % of 200 trials: $resampling',
    ({ resampling, seconds, climbing }) => {
      let held = 0;
      for (let trial = 0; trial < 200; trial++) {
        const base = simulate(7919 * trial + 1, { seconds, climbing, cost: 0.002 });
        const candidate = simulate(7919 * trial + 2, { seconds, climbing, cost: 0.0022 });
        const interval = compare([base], [candidate], resampling)[0]?.interval;
        if (interval && interval.low <= 1 / 1.1 - 1 && 1 / 1.1 - 1 <= interval.high) held++;
      }
      // Three standard errors of a share of 95 % in 200 trials are 4.6 points.
      expect(held / 200).toBeGreaterThan(0.904);
      expect(held / 200).toBeLessThan(0.996);
    },
    60_000,
  );

  it('are worse where an answer costs a third more, and no different where it costs the same', () => {
    const base = simulate(1, { seconds: 120, cost: 0.002 });
    const dear = compare([base], [simulate(2, { seconds: 120, cost: 0.0027 })]);
    expect(dear.map(({ metric, verdict }) => [metric, verdict])).toEqual([['requestsPerCpuSecond', 'worse']]);
    // A core for 2 ms an answer serves 500 of them a second.
    expect(Math.abs((dear[0]?.base ?? 0) / 500 - 1)).toBeLessThan(0.05);
    const [long, again] = [simulate(3, { seconds: 1500, cost: 0.002 }), simulate(4, { seconds: 1500, cost: 0.002 })];
    expect(compare([long], [again])[0]?.verdict).toBe('no_difference');
  });

  it('are compared only where both arms tell the CPU of known cores, by one kind of source', () => {
    const base = simulate(1, { seconds: 60, cost: 0.002 });
    const other = (change: Partial<TargetUse>) => compare([base], [simulate(2, { seconds: 60, cost: 0.002, change })]);
    expect(other({})).toHaveLength(1);
    expect(other({ kind: 'agent' })).toEqual([]);
    expect(other({ cores: null })).toEqual([]);
    expect(compare([base], [{ target: null }])).toEqual([]);
    expect(compare([base, { target: null }], [base])).toEqual([]);
  });

  it('say nothing of a few seconds, and nothing of an arm that carries no verdict', () => {
    const [base, short] = [simulate(1, { seconds: 60, cost: 0.002 }), simulate(2, { seconds: 9, cost: 0.004 })];
    expect(compare([base], [short])[0]).toMatchObject({ verdict: 'not_enough_evidence', interval: null });
    const sums = { kind: 'sumsOnly', side: 'base', number: null, tool: 'ab' } as const;
    const refused = targetDeltas([base], [{ runs: [base], resampling: 'blocks', refused: sums, options }]);
    expect(refused[0]?.[0]).toMatchObject({ verdict: 'not_enough_evidence', code: { kind: 'refused' } });
  });
});
