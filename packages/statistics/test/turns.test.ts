/**
 * The oracle of arms that took turns: made-up targets that two sides share, whose speed goes up and down every 31 s, near to the 32 s in which an
 * A B B A of 8 s comes round. The order that is drawn covers the truth, and the fixed one does not. `npm run proof` takes 1 000 worlds.
 */
import { orderAt, sideTime, type Turns } from '@plimsoll/contracts/turns';
import { describe, expect, it } from 'vitest';
import { orderEffect } from '../src/bootstrap/order-effect.ts';
import { createRandom } from '../src/bootstrap/random.ts';
import { armSeries } from '../src/bootstrap/resampling.ts';
import type { RunSeries } from '../src/bootstrap/run-series.ts';
import { pairedEffects } from '../src/bootstrap/together.ts';
import { sortByBucket } from '../src/bootstrap/unit-buckets.ts';
import { findBucket } from '../src/histogram/bucket-layout.ts';
import { makeNormalSource } from './support/simulated-run.ts';

const isProof = process.env.PLIMSOLL_PROOF === 'full';
const worlds = isProof ? Number(process.env.PLIMSOLL_WORLDS ?? 1000) : 60;

interface World {
  readonly turns: Omit<Turns, 'side' | 'seed'>;
  /** Truth: the candidate's times are longer by this share. */
  readonly slower: number;
  /** Share by which the speed swings, in this many seconds. */
  readonly swing: number;
  readonly period: number;
  /** Share by which a side is slower at first in its turn after the other one, forgotten in so many seconds. */
  readonly carried?: { readonly share: number; readonly seconds: number };
}

const rate = 50;

function measure({ turns, slower, swing, period, carried }: World, seed: number): readonly [RunSeries, RunSeries] {
  const random = createRandom(seed);
  const normal = makeNormalSource(random);
  const phase = 2 * Math.PI * random();
  return [0, 1].map((side) => {
    const own: Turns = { ...turns, side, seed: seed % 2 ** 32 };
    const time = sideTime(own);
    const seconds = Array.from({ length: turns.lengthSeconds ?? 0 }, (_, second) => second).filter(
      (second) => !time.isBurnIn(second * 1e6),
    );
    const [unitOf, bucketAt]: [number[], number[]] = [[], []];
    for (const [unit, second] of seconds.entries())
      for (let k = 0; k < rate; k++) {
        const clock = time.clockUs(second * 1e6 + (k / rate) * 1e6) / 1e6;
        const into = (second % turns.blockSeconds) + k / rate;
        // Only who went second in the pair finds what the other left behind.
        const left = carried && orderAt(own, second)[0] !== side ? carried.share * Math.exp(-into / carried.seconds) : 0;
        const log =
          swing * Math.sin((2 * Math.PI * clock) / period + phase) + 0.2 * normal() + (side === 1 ? Math.log1p(slower) : 0) + left;
        unitOf.push(unit);
        bucketAt.push(findBucket(Math.round(20_000 * Math.exp(log))));
      }
    const even = (value: number) => new Float64Array(seconds.length).fill(value);
    return {
      seconds: seconds.length,
      unitSeconds: 1,
      units: seconds.length,
      fromSecond: Float64Array.from(seconds),
      finished: even(rate),
      failed: even(0),
      planned: even(rate),
      dropped: even(0),
      lengthSeconds: even(1),
      times: sortByBucket(seconds.length, unitOf, bucketAt, new Float64Array(unitOf.length).fill(1)),
      turns: own,
    };
  }) as unknown as readonly [RunSeries, RunSeries];
}

const usual: World = {
  turns: { sides: 2, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 120 },
  slower: 0.03,
  swing: 0.1,
  period: 31,
};

const seeds = Array.from({ length: worlds }, (_, world) => 1_000_003 * (world + 1));

describe('turns in an order that is drawn', () => {
  it.each([
    ['a swing of 31 s and turns of 4 s', usual],
    ['a swing of 31 s and turns of 8 s', { ...usual, turns: { ...usual.turns, blockSeconds: 8, burnInSeconds: 2, lengthSeconds: 240 } }],
    ['a swing of 16 s and turns of 4 s', { ...usual, period: 16 }],
    ['no swing', { ...usual, swing: 0 }],
  ])('have intervals that hold the truth in 95 of 100: %s', (name, world) => {
    const truth = Math.log1p(world.slower);
    let [held, half] = [0, 0];
    for (const seed of seeds) {
      const [base, candidate] = measure(world, seed);
      const interval = pairedEffects(armSeries([base]), armSeries([candidate]))
        .find(({ metric }) => metric === 'p50')
        ?.reach(0.05);
      if (!interval) continue;
      held += interval.low <= truth && truth <= interval.high ? 1 / worlds : 0;
      half += (interval.high - interval.low) / 2 / worlds;
    }
    if (isProof) console.log(`turns, ${name}: p50 held in ${(100 * held).toFixed(1)} %, ± ${(100 * half).toFixed(1)} % (${worlds} worlds)`);
    expect(held).toBeGreaterThanOrEqual(isProof ? 0.93 : 0.83);
    if (isProof) expect(held).toBeLessThanOrEqual(0.985);
  });
});

describe('the order of turns', () => {
  it('is said to matter in about 1 % of worlds in which it does not, and in nearly all in which much is carried over', () => {
    const differs = (world: World) =>
      seeds.filter((seed) => {
        const [base, candidate] = measure(world, seed);
        return orderEffect([base], [candidate])?.differs;
      }).length / worlds;
    expect(differs({ ...usual, swing: 0 })).toBeLessThanOrEqual(isProof ? 0.02 : 0.07);
    expect(differs({ ...usual, swing: 0, carried: { share: 0.3, seconds: 3 } })).toBeGreaterThan(0.9);
  });

  it('tells nothing of a few pairs, and of runs without turns', () => {
    const [base, candidate] = measure({ ...usual, turns: { ...usual.turns, lengthSeconds: 16 } }, 7);
    expect(orderEffect([base], [candidate])).toBeNull();
    const { turns: _turns, ...plain } = base;
    expect(orderEffect([plain], [plain])).toBeNull();
  });
});
