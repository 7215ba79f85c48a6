import { planSchema } from '@plimsoll/contracts/plan';
import type { Turns } from '@plimsoll/contracts/turns';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { expect, test } from 'vitest';
import { burnInRemarks, nextTurns } from './turn-plan.ts';

const plan = (duration: string, warmup = '0s') =>
  planSchema.parse({
    version: 1,
    name: 'one',
    target: { url: 'http://127.0.0.1:1/' },
    load: { model: 'open', rate: 10, duration },
    warmup,
  });
const shape = (duration = '60s', warmup = '0s') => ({
  design: 'turns' as const,
  kind: 'ab' as const,
  variants: ['a', 'b'].map((name) => ({ name, plan: plan(duration, warmup) })),
  repeats: 1,
  extendTo: 10,
  designReason: null,
});
const made = (position: number, burnInSeconds: number, p99Us = 20_000) =>
  ({ position, inserted_at: new Date(), turns: { burnInSeconds } as Turns, summary: { responseTime: { p99Us } } }) as StepRow;

test('the first round drops a second of each turn, and counts the warm-up as a turn of its own', () => {
  expect(nextTurns(shape('60s', '5s'), [], {})).toEqual({ burnInSeconds: 1, blockSeconds: 4, warmupSeconds: 5, lengthSeconds: 65 });
  expect(nextTurns({ ...shape(), design: 'together' }, [], {})).toBeNull();
});

test('the first round drops three times the p99 of the plan’s history, later ones that of the rounds made', () => {
  expect(nextTurns(shape(), [], {}, 600_000)).toMatchObject({ burnInSeconds: 2, blockSeconds: 8 });
  expect(nextTurns(shape('12s'), [], {}, 5_000_000)).toMatchObject({ burnInSeconds: 1 });
  expect(nextTurns(shape(), [made(0, 2), made(1, 2)], {}, 3_000_000)).toMatchObject({ burnInSeconds: 2 });
});

test('slow answers and an order that matters at a planned look lengthen the next rounds, and never shorten them', () => {
  expect(nextTurns(shape(), [made(0, 1), made(1, 1, 1_100_000)], {})).toMatchObject({ burnInSeconds: 4, blockSeconds: 16 });
  const rounds = (count: number, seconds: number) => Array.from({ length: 2 * count }, (_, position) => made(position, seconds));
  // Looks of ten rounds: after 1, 3, 6, 8 and 10.
  expect(nextTurns(shape(), rounds(3, 1), { orderMatters: true })).toMatchObject({ burnInSeconds: 2 });
  expect(nextTurns(shape(), rounds(2, 1), { orderMatters: true })).toMatchObject({ burnInSeconds: 1 });
  expect(nextTurns(shape(), rounds(4, 2), { orderMatters: false })).toMatchObject({ burnInSeconds: 2 });
  // Two turns of each are the least.
  expect(nextTurns(shape('12s'), rounds(3, 1), { orderMatters: true })).toMatchObject({ burnInSeconds: 1 });
});

test('a burn-in that became longer is told once, from the run on from which it holds', () => {
  const steps = [made(0, 1), made(1, 1), made(2, 2), made(3, 2)];
  expect(burnInRemarks(steps)).toEqual([{ kind: 'longerBurnIn', run: 3, seconds: 2, before: 1 }]);
  expect(burnInRemarks([])).toEqual([]);
});

test('the first round of targets that share a machine measures them alone at both ends, no other does', () => {
  const together = {
    ...shape('20s'),
    design: 'together' as const,
    designReason: { kind: 'ownTargets', variants: 2, shareMachine: 'measured' } as const,
  };
  expect(nextTurns(together, [], {})).toEqual({ burnInSeconds: 1, blockSeconds: 4, warmupSeconds: 0, lengthSeconds: 20, pilot: true });
  expect(nextTurns(together, [made(0, 1), made(1, 1)], {})).toBeNull();
  const pilots = [0, 1].map((position) => ({ ...made(position, 1), turns: { burnInSeconds: 1, pilot: true } as Turns }));
  expect(nextTurns({ ...together, design: 'turns' }, pilots, {})).toMatchObject({ burnInSeconds: 1, blockSeconds: 4 });
  expect(burnInRemarks([...pilots, made(2, 2), made(3, 2)])).toEqual([]);
});
