/**
 * The oracle of arms that ran at once: made-up worlds whose truth is known (`support/duet-world.ts`), each judged as an experiment is, at
 * five planned looks. `npm run proof` takes 1 000 worlds of each, and 4 000 where it asks how often intervals hold, as docs/measuring.md cites
 * them; the tests of every day take a few of them, within bounds that chance does not cross. Each prints a line of the table.
 */
import type { MainMetric } from '@plimsoll/contracts/compared-metric';
import { describe, expect, it } from 'vitest';
import { armSeries } from '../src/bootstrap/resampling.ts';
import { pairedEffects } from '../src/bootstrap/together.ts';
import { claimOf, isCalled, runExperiment } from './support/duet-trials.ts';
import { measureWorld, usualWorld, type World } from './support/duet-world.ts';

const isProof = process.env.PLIMSOLL_PROOF === 'full';
const worlds = isProof ? Number(process.env.PLIMSOLL_WORLDS ?? 1000) : 12;
const seedsOf = (count: number) => Array.from({ length: count }, (_, world) => 1_000_003 * (world + 1));
const seeds = seedsOf(worlds);

const fiveLooks = [60, 120, 180, 240, 300];
const restarted: World = { ...usualWorld, bias: 0.01, restarts: true, rounds: 10, seconds: 60 };

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
function tell(line: string, of = worlds): void {
  if (isProof) console.log(`${line} (${of} worlds)`);
}

describe('equals', () => {
  it.each([
    ['without bias', { ...usualWorld }, { looks: fiveLooks, startsSeen: 20 }],
    ['with 1 % bias of starts', { ...usualWorld, bias: 0.01 }, { looks: fiveLooks, startsSeen: 20 }],
    ['with 2 % bias of starts', { ...usualWorld, bias: 0.02 }, { looks: fiveLooks, startsSeen: 20 }],
    ['with 2 % bias and 10 restarts', { ...restarted, bias: 0.02 }, { looks: [2, 4, 6, 8, 10] }],
  ])(
    'have builds that are called different in at most 1 % of experiments: %s',
    (name, world, judgement) => {
      const ends = seeds.map((seed) => runExperiment(world, judgement, seed));
      const called = (on: 'services' | 'builds') => ends.filter((end) => isCalled(end, on)).length / worlds;
      tell(`equals ${name}: builds called different in ${percent(called('builds'))}, services in ${percent(called('services'))}`);
      expect(called('builds')).toBeLessThanOrEqual(isProof ? 0.01 : 0.09);
    },
    7_200_000,
  );
});

describe('3 % slower', () => {
  it.each([
    ['in 5 min without bias', { ...usualWorld, slower: 0.03 }, { looks: fiveLooks }, 'services', 0.95],
    ['in 10 min with 1 % bias and 10 restarts', { ...restarted, slower: 0.03 }, { looks: [2, 4, 6, 8, 10] }, 'builds', 0.85],
  ] as const)(
    'is found: %s',
    (name, world, judgement, on, least) => {
      const found = seeds.filter((seed) => claimOf(runExperiment(world, judgement, seed), 'p50', on)?.verdict === 'worse').length;
      tell(`3 % slower ${name}: ${on} called worse in ${percent(found / worlds)}`);
      expect(found / worlds).toBeGreaterThanOrEqual(isProof ? least : least - 0.3);
    },
    7_200_000,
  );
});

describe('intervals of 95 % after 5 min', () => {
  const metrics: readonly MainMetric[] = ['p50', 'p90', 'p95', 'p99', 'p999'];
  // Of 1 000, one of these twenty shares lies beyond the bounds by chance though all intervals hold in 95 %.
  const many = seedsOf(isProof ? 4 * worlds : worlds);

  it.each([
    ['common pauses', { own: false, common: true }],
    ['own pauses', { own: true, common: false }],
    ['own and common pauses', { own: true, common: true }],
    // First tokens of 8 users whose answers take 1.6 s.
    ['none, and five streams a second', { own: false, common: false }, { rate: 5, medianUs: 150_000 }],
  ])(
    'hold the truth in 93 to 97 % of experiments: %s',
    (name, pauses, load: Partial<World> = {}) => {
      const known = metrics.map((metric) => ({ metric, held: 0, halfWidth: 0 }));
      for (const seed of many) {
        const { base, candidate } = measureWorld({ ...usualWorld, ...load, pauses }, seed);
        const effects = pairedEffects(armSeries(base), armSeries(candidate));
        for (const one of known) {
          const interval = effects.find(({ metric }) => metric === one.metric)?.reach(0.05);
          if (!interval) continue;
          one.held += interval.low <= 0 && 0 <= interval.high ? 1 / many.length : 0;
          one.halfWidth += (interval.high - interval.low) / 2 / many.length;
        }
      }
      for (const { metric, held, halfWidth } of known)
        tell(`${name}, ${metric}: held in ${percent(held)}, ± ${percent(halfWidth)}`, many.length);
      // 1 500 streams have no p99.9: it has no interval in any experiment.
      const claimed = known.filter(({ metric }) => metric !== 'p999' || load.rate === undefined);
      expect(known.filter((one) => !claimed.includes(one) && one.halfWidth > 0)).toEqual([]);
      for (const { metric, held } of claimed) {
        expect(held, metric).toBeGreaterThanOrEqual(isProof ? 0.93 : 0.7);
        if (isProof) expect(held, metric).toBeLessThanOrEqual(0.97);
      }
      if (pauses.common && !pauses.own) expect(known.find(({ metric }) => metric === 'p95')?.halfWidth).toBeLessThanOrEqual(0.02);
    },
    7_200_000,
  );
});
