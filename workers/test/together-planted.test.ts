/**
 * Small differences that were planted, on the real engine, beside two busy loops: made at once, equal services are never called different,
 * and 3 % is found in a minute. Tries of each: TOGETHER_TRIES (20).
 */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { type RunningTarget, startPlanted } from '@plimsoll/testbed/targets/planted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { busyLoops } from './limits/hindrances.ts';
import { useStack } from './support.ts';

const tries = Number(process.env.TOGETHER_TRIES ?? 20);
const stack = useStack();
const beside: { end(): void }[] = [];
let targets: RunningTarget[];
beforeAll(async () => {
  await stack.worker();
  targets = await Promise.all([20, 20, 20.6].map((delayMs) => startPlanted({ kind: 'exact', delayMs })));
  beside.push(busyLoops(2));
});
afterAll(async () => {
  for (const { end } of beside) end();
  await Promise.all((targets ?? []).map(({ close }) => close()));
});

/** The verdict on p50 of 100/s to both for a minute at once, and what it was read from. */
async function judged(candidate: number): Promise<{ readonly verdict: string; readonly told: string; readonly experiment: Experiment }> {
  const variants = [0, candidate].map((at, place) => ({
    name: place === 0 ? 'base' : 'candidate',
    plan: {
      version: 1 as const,
      name: 'planted',
      target: { url: targets[at]?.url ?? '' },
      load: { model: 'open' as const, rate: 100, duration: '69s' },
    },
  }));
  const asked = await askFor(stack, { variants, repeats: 1, coolDown: '100ms', design: 'together' });
  const experiment = await experimentOver(stack.db, asked.id, 120_000);
  expect(experiment.state, experiment.stateReason ?? '').toBe('completed');
  expect(experiment.design).toBe('together');
  const p50 = experiment.comparisons[0]?.result.candidates[0]?.metrics.find(({ metric }) => metric === 'p50');
  // A minute tells what it could have seen, beside the turns alone that tell whether the targets disturb each other.
  expect(experiment.power?.after).toBe(69);
  const told = JSON.stringify(p50);
  process.stdout.write(`20 against ${candidate === 2 ? 20.6 : 20} ms, to see ${experiment.power?.detectable}: ${told}\n`);
  return { verdict: p50?.verdict ?? '', told, experiment };
}

test(
  '20 against 20 ms is never called',
  async () => {
    for (let n = 0; n < tries; n++) {
      const { verdict, told } = await judged(1);
      expect(['no_difference', 'not_enough_evidence'], told).toContain(verdict);
    }
  },
  tries * 130_000,
);

test(
  '20 against 20.6 ms is worse in 19 of 20',
  async () => {
    const verdicts: string[] = [];
    for (let n = 0; n < tries; n++) verdicts.push((await judged(2)).verdict);
    expect(verdicts.filter((verdict) => verdict === 'worse').length, verdicts.join()).toBeGreaterThanOrEqual(Math.floor(0.95 * tries));
  },
  tries * 130_000,
);
