/** Planted targets on a virtual clock: each finding's second, worked out by hand from what was planted, is met within two seconds. */
import { type OpenLoad, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { FindingKind } from '@plimsoll/contracts/story';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../src/bootstrap/random.ts';
import { tellStory } from '../src/story/tell-story.ts';
import { mortal, type Random, type Target, tokenBucket, workerPool } from './support/story/planted-targets.ts';
import { simulateSeconds } from './support/story/simulate-seconds.ts';
import type { VirtualClock } from './support/story/virtual-clock.ts';

interface Planted {
  readonly load: Omit<Extract<PlanInput['load'], { model: 'open' }>, 'model'>;
  readonly target: (clock: VirtualClock) => Target;
  /** The findings that must be made, and when; there may be no others. */
  readonly expected: readonly (readonly [FindingKind, number])[];
  readonly ceiling?: number;
}

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
/** From 50/s on, steeper or flatter. */
const from = 50;
const ramp = (to: number, seconds: number) => ({ startRate: from, stages: [{ to, over: `${seconds}s` }] });
const crossing = (rate: number, to: number, seconds: number) => ((rate - from) * seconds) / (to - from);

const planted: Record<string, (random: Random) => Planted> = {
  'a queue with a bound, and then less load': (random) => {
    const [workers, serviceSeconds, queued] = [10, between(random, 0.04, 0.06), 40];
    const capacity = workers / serviceSeconds;
    const slope = (400 - from) / 30;
    const crossed = crossing(capacity, 400, 30);
    const full = crossed + Math.sqrt((2 * queued) / slope);
    return {
      load: {
        startRate: from,
        stages: [
          { to: 400, over: '30s' },
          { to: from, over: '0s' },
          { to: from, over: '10s' },
        ],
      },
      target: (clock) => workerPool(clock, random, { workers, serviceSeconds, queued }),
      expected: [
        ['goodput_ceiling', crossed],
        ['first_error_status', full],
        ['failing_fast', full],
        ['recovered', 30],
      ],
      ceiling: capacity,
    };
  },
  'a queue with a bound that drops connections': (random) => {
    const [workers, serviceSeconds, queued] = [10, between(random, 0.04, 0.06), 40];
    const capacity = workers / serviceSeconds;
    const crossed = crossing(capacity, 400, 30);
    const full = crossed + Math.sqrt((2 * queued * 30) / (400 - from));
    return {
      load: ramp(400, 30),
      target: (clock) => workerPool(clock, random, { workers, serviceSeconds, queued, drops: true }),
      expected: [
        ['goodput_ceiling', crossed],
        ['first_connection_error', full],
        ['failing_fast', full],
      ],
      ceiling: capacity,
    };
  },
  'a worker pool behind too few connections': (random) => {
    const [workers, serviceSeconds, maxConnections] = [8, between(random, 0.03, 0.05), 60];
    const capacity = workers / serviceSeconds;
    const slope = (400 - from) / 30;
    const crossed = crossing(capacity, 400, 30);
    return {
      load: { ...ramp(400, 30), maxConnections },
      target: (clock) => workerPool(clock, random, { workers, serviceSeconds }),
      expected: [
        ['goodput_ceiling', crossed],
        // All connections are busy once so many requests have piled up.
        ['sent_left_planned', crossed + Math.sqrt((2 * (maxConnections - workers)) / slope)],
      ],
      ceiling: capacity,
    };
  },
  'a token bucket': (random) => {
    const [rate, burst, planned] = [between(random, 100, 180), 700, 260];
    const empty = burst / (planned - rate);
    return {
      load: { rate: planned, duration: '25s' },
      target: (clock) => tokenBucket(clock, random, { rate, burst }),
      expected: [
        ['goodput_ceiling', empty],
        ['first_error_status', empty],
        ['failing_fast', empty],
      ],
      ceiling: rate,
    };
  },
  'a target that dies and returns': (random) => {
    const dies = between(random, 8, 14);
    const returns = dies + between(random, 4, 8);
    return {
      load: { rate: 150, duration: '35s', arrivals: 'poisson', seed: 1 },
      target: (clock) => mortal(clock, [dies, returns], workerPool(clock, random, { workers: 50, serviceSeconds: 0.02 })),
      expected: [
        ['first_connection_error', dies],
        ['failing_fast', dies],
        ['goodput_dip', dies],
        ['recovered', returns],
      ],
    };
  },
  'a target that pauses': (random) => {
    const stops = between(random, 8, 14);
    const goesOn = stops + between(random, 1.6, 2.6);
    return {
      load: { rate: 150, duration: '25s', arrivals: 'poisson', seed: 1, maxConnections: 1000 },
      target: (clock) => workerPool(clock, random, { workers: 12, serviceSeconds: 0.03, pause: [stops, goesOn] }),
      expected: [
        ['goodput_dip', stops],
        ['recovered', goesOn],
        ['backlog_burst', goesOn],
      ],
    };
  },
  'a target that ignores keep-alive': (random) => ({
    load: { rate: between(random, 80, 200), duration: '20s' },
    target: (clock) => workerPool(clock, random, { workers: 50, serviceSeconds: 0.02, closes: true }),
    expected: [['keep_alive_ignored', 0]],
  }),
  'a round trip and too few connections': (random) => {
    const [maxConnections, serviceSeconds] = [10, between(random, 0.04, 0.06)];
    const bound = crossing(maxConnections / serviceSeconds, 400, 30);
    return {
      load: { ...ramp(400, 30), maxConnections },
      target: (clock) => workerPool(clock, random, { workers: 1000, serviceSeconds }),
      expected: [
        ['sent_left_planned', bound],
        ['concurrency_bound', bound],
      ],
    };
  },
  'a healthy target under a staircase': (random) => ({
    load: {
      startRate: 0,
      stages: Array.from({ length: 10 }, (_, at) => [
        { to: (at + 1) * 40, over: '2s' },
        { to: (at + 1) * 40, over: '2s' },
      ]).flat(),
    },
    target: (clock) => workerPool(clock, random, { workers: 100, serviceSeconds: between(random, 0.005, 0.05) }),
    expected: [],
  }),
  'a healthy target under irregular arrivals': (random) => ({
    load: { rate: between(random, 5, 300), duration: '40s', arrivals: 'poisson', seed: 1 },
    target: (clock) => workerPool(clock, random, { workers: 100, serviceSeconds: between(random, 0.005, 0.1) }),
    expected: [],
  }),
  'a healthy but slow target under a steep ramp and its end': (random) => ({
    load: {
      startRate: 0,
      maxConnections: 2000,
      stages: [
        { to: 500, over: '10s' },
        { to: 500, over: '10s' },
        { to: 20, over: '5s' },
      ],
    },
    target: (clock) => workerPool(clock, random, { workers: 5000, serviceSeconds: between(random, 0.3, 1.5) }),
    expected: [],
  }),
};

const runs = 20;

describe('the story of a planted target', () => {
  it.each(Object.entries(planted))('%s is told, to the second, in each of 20 runs', (_, plant) => {
    for (let seed = 1; seed <= runs; seed++) {
      const random = createRandom(seed);
      const { load, target, expected, ceiling } = plant(random);
      const plan = planSchema.parse({
        version: 1,
        name: 'planted',
        target: { url: 'http://127.0.0.1/' },
        load: { model: 'open', ...load },
      });
      const story = tellStory(plan, simulateSeconds(plan.load as OpenLoad, random, target));
      const told = story.findings.map(({ kind, second }) => `${kind} at ${second}`);
      expect(story.findings.map(({ kind }) => kind).sort(), `run ${seed}: ${told}`).toEqual(expected.map(([kind]) => kind).sort());
      for (const [kind, at] of expected) {
        const found = story.findings.find((one) => one.kind === kind);
        expect(Math.abs((found?.second ?? Infinity) - at), `run ${seed}: ${kind} at ${at}, of ${told}`).toBeLessThanOrEqual(2);
      }
      const met = story.ceilingPerSecond;
      if (ceiling === undefined) expect(met).toBeNull();
      else expect(Math.abs((met ?? 0) / ceiling - 1), `run ${seed}: ceiling ${met} of ${ceiling}`).toBeLessThan(0.05);
    }
  });
});
