/**
 * Small differences that were planted, on the real engine, beside two busy loops: made at once, equal services are never called different,
 * 3 % is found in a minute, and 1 % in five. Tries of each: TOGETHER_TRIES (20); of 1 %, which take five minutes each: DETECT_TRIES (20).
 */
import { type RunningTarget, startPlanted } from '@plimsoll/testbed/targets/planted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { busyLoops } from './limits/hindrances.ts';
import { useStack } from './support.ts';

const tries = Number(process.env.TOGETHER_TRIES ?? 20);
const longTries = Number(process.env.DETECT_TRIES ?? 20);
const delaysMs = { base: 20, equal: 20, later3: 20.6, later1: 20.2 } as const;
type Service = keyof typeof delaysMs;
const stack = useStack();
let targets: Readonly<Record<Service, RunningTarget>>;
beforeAll(async () => {
  await stack.worker();
  const started = Object.entries(delaysMs).map(async ([name, delayMs]) => [name, await startPlanted({ kind: 'exact', delayMs })]);
  targets = Object.fromEntries(await Promise.all(started));
});
afterAll(async () => {
  await Promise.all(Object.values(targets ?? {}).map(({ close }) => close()));
});

/** The verdict on p50 of 100/s to both at once for so many seconds, and what it was read from. */
async function judged(candidate: Service, seconds: number, detect = 0.03): Promise<{ readonly verdict: string; readonly told: string }> {
  const longestMs = (seconds + 51) * 1000;
  const beside = busyLoops(2, { longestMs });
  const variants = (['base', candidate] as const).map((service, place) => ({
    name: place === 0 ? 'base' : 'candidate',
    plan: {
      version: 1 as const,
      name: 'planted',
      target: { url: targets[service].url },
      load: { model: 'open' as const, rate: 100, duration: `${seconds}s` },
    },
  }));
  const asked = await askFor(stack, { variants, repeats: 1, coolDown: '100ms', design: 'together', detect });
  const experiment = await experimentOver(stack.db, asked.id, longestMs).finally(() => beside.end());
  expect(experiment.state, experiment.stateReason ?? '').toBe('completed');
  expect(experiment.design).toBe('together');
  const p50 = experiment.comparisons[0]?.result.candidates[0]?.metrics.find(({ metric }) => metric === 'p50');
  // It tells what it could have seen, beside the turns alone that tell whether the targets disturb each other.
  expect(experiment.power?.after).toBe(seconds);
  const told = JSON.stringify(p50);
  process.stdout.write(`20 against ${delaysMs[candidate]} ms, to see ${experiment.power?.detectable}: ${told}\n`);
  return { verdict: p50?.verdict ?? '', told };
}

/** So many tries found it worse. */
async function countWorse(times: number, ...asked: Parameters<typeof judged>): Promise<number> {
  let worse = 0;
  for (let n = 0; n < times; n++) if ((await judged(...asked)).verdict === 'worse') worse++;
  return worse;
}

test(
  '20 against 20 ms is never called',
  async () => {
    for (let n = 0; n < tries; n++) {
      const { verdict, told } = await judged('equal', 69);
      expect(['no_difference', 'not_enough_evidence'], told).toContain(verdict);
    }
  },
  tries * 130_000,
);

test(
  '20 against 20.6 ms is worse in 19 of 20',
  async () => {
    expect(await countWorse(tries, 'later3', 69)).toBeGreaterThanOrEqual(Math.floor(0.95 * tries));
  },
  tries * 130_000,
);

test(
  '20 against 20.2 ms is worse in 18 of 20, asked to find 1 %',
  async () => {
    expect(await countWorse(longTries, 'later1', 309, 0.01)).toBeGreaterThanOrEqual(Math.floor(0.9 * longTries));
  },
  longTries * 370_000,
);
