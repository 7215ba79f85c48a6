/**
 * Two services measured at once on a machine with other people's work: lognormal service times, pauses that each side has for itself or
 * that stop the machine, a drift that both share, and a bias that each start of a build has. The truth is known.
 */
import { createRandom } from '../../src/bootstrap/random.ts';
import type { RunSeries } from '../../src/bootstrap/run-series.ts';
import { sortByBucket } from '../../src/bootstrap/unit-buckets.ts';
import { findBucket } from '../../src/histogram/bucket-layout.ts';
import { makeNormalSource } from './simulated-run.ts';

export interface World {
  readonly seconds: number;
  /** Requests a second on each side. */
  readonly rate: number;
  readonly medianUs: number;
  /** Spread of ln(time). */
  readonly spread: number;
  /** Pauses of 80–200 ms, one in 6 s on average: at random, or in `regular` gaps of 3 to 9 s. */
  readonly pauses: { readonly own: boolean; readonly common: boolean; readonly regular?: boolean };
  /** Spread of the shared drift of ln(time), which forgets itself in some 20 s. */
  readonly drift: number;
  /** Spread of ln(time) between starts of one build. */
  readonly bias: number;
  /** Truth: service times of the candidate's build are longer by this share. */
  readonly slower: number;
  /** Pairs of runs, `seconds` each; both sides are started anew before each where `restarts`. */
  readonly rounds: number;
  readonly restarts: boolean;
}

export const usualWorld: World = {
  seconds: 300,
  rate: 100,
  medianUs: 20_000,
  spread: 0.25,
  pauses: { own: true, common: true },
  drift: 0.03,
  bias: 0,
  slower: 0,
  rounds: 1,
  restarts: false,
};

interface Pause {
  readonly from: number;
  readonly to: number;
}

function drawPauses({ seconds, pauses: { regular } }: World, random: () => number): Pause[] {
  const gap = () => (regular ? 3 + 6 * random() : -6 * Math.log(1 - random()));
  const pauses: Pause[] = [];
  for (let at = gap(); at < seconds; at += gap()) pauses.push({ from: at, to: at + 0.08 + 0.12 * random() });
  return pauses;
}

/** Those that overlap are one. */
function merge(pauses: readonly Pause[]): Pause[] {
  const merged: Pause[] = [];
  for (const pause of [...pauses].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && pause.from < last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, pause.to) };
    else merged.push(pause);
  }
  return merged;
}

const forgottenAfter = 20;

function drawDrift({ seconds, drift }: World, normal: () => number): number[] {
  const stay = Math.exp(-1 / forgottenAfter);
  let level = normal();
  return Array.from({ length: seconds }, () => {
    level = stay * level + Math.sqrt(1 - stay * stay) * normal();
    return Math.exp(drift * level);
  });
}

/** A request that is under way when everything stands still takes as much longer, one that comes meanwhile waits. */
function serve(
  { seconds, rate, ...world }: World,
  slow: number,
  drift: readonly number[],
  pauses: readonly Pause[],
  normal: () => number,
): RunSeries {
  const all = seconds * rate;
  const [unitOf, bucketAt] = [new Int32Array(all), new Int32Array(all)];
  let next = 0;
  for (let at = 0; at < all; at++) {
    const due = at / rate;
    const second = Math.floor(due);
    while (next < pauses.length && (pauses[next] as Pause).to <= due) next++;
    const service = (world.medianUs / 1e6) * slow * (drift[second] as number) * Math.exp(world.spread * normal());
    const pause = pauses[next];
    const waits = pause && pause.from < due + service ? pause.to - Math.max(pause.from, due) : 0;
    unitOf[at] = second;
    bucketAt[at] = findBucket(Math.round((service + waits) * 1e6));
  }
  const even = (value: number) => new Float64Array(seconds).fill(value);
  return {
    seconds,
    unitSeconds: 1,
    units: seconds,
    fromSecond: Float64Array.from({ length: seconds }, (_, second) => second),
    finished: even(rate),
    failed: even(0),
    planned: even(rate),
    dropped: even(0),
    lengthSeconds: even(1),
    times: sortByBucket(seconds, unitOf, bucketAt, new Float64Array(all).fill(1)),
  };
}

export interface Measured {
  readonly base: readonly RunSeries[];
  readonly candidate: readonly RunSeries[];
}

export function measureWorld(world: World, seed: number): Measured {
  const random = createRandom(seed);
  const normal = makeNormalSource(random);
  const startOf = () => Math.exp(world.bias * normal());
  let starts = [startOf(), startOf()] as const;
  const rounds = Array.from({ length: world.rounds }, (_, round) => {
    if (round > 0 && world.restarts) starts = [startOf(), startOf()];
    const drift = drawDrift(world, normal);
    const common = world.pauses.common ? drawPauses(world, random) : [];
    const [b, c] = [1, 1 + world.slower].map((build, side) => {
      const own = world.pauses.own ? drawPauses(world, random) : [];
      const pauses = merge([...common, ...own]);
      return serve(world, build * (starts[side] as number), drift, pauses, normal);
    });
    return { base: b as RunSeries, candidate: c as RunSeries };
  });
  return { base: rounds.map(({ base }) => base), candidate: rounds.map(({ candidate }) => candidate) };
}
