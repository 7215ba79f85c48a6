import type { RunLimit, Summary } from '@plimsoll/contracts/run';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { expect, test } from 'vitest';
import { findCapacity, judgeTry, lacksTargetCpu, nextTry, triesToCome } from './capacity.ts';

const search = { thresholds: ['p(99) < 50ms'], startRate: 100, maxRate: 10_000, precision: 0.05 };

interface Shown {
  readonly passed: boolean;
  readonly sent?: number;
  readonly limit?: RunLimit;
}

/** A finished step that showed this, of 1000 planned requests. */
function step(position: number, rate: number, { passed, sent = 1000, limit = 'none' }: Shown): StepRow {
  const summary = { planned: 1000, sent } as Summary;
  const thresholds = [{ expression: 'p(99) < 50ms', value: 1, passed }];
  return {
    position,
    variant: 0,
    rate,
    run_id: 'r',
    inserted_at: new Date(0),
    state: 'completed',
    state_reason: null,
    validity: { stamp: 'valid', reasons: [], limit, advice: [] },
    thresholds,
    summary,
  };
}

test('a threshold that fails on a slow target breaks the rate; on a late generator it says nothing about the target', () => {
  expect(judgeTry(step(0, 100, { passed: true }))).toBe('held');
  expect(judgeTry(step(0, 100, { passed: false }))).toBe('broke');
  expect(judgeTry(step(0, 100, { passed: false, limit: 'generator' }))).toBe('limited');
  expect(judgeTry(step(0, 100, { passed: false, limit: 'target' }))).toBe('broke');
});

test('a rate that was not reached did not hold, whatever the thresholds say', () => {
  expect(judgeTry(step(0, 100, { passed: true, sent: 980, limit: 'generator' }))).toBe('limited');
  expect(judgeTry(step(0, 100, { passed: true, sent: 980, limit: 'target' }))).toBe('broke');
});

test('a run overwhelmed by errors breaks the rate; one that a person stopped is no try', () => {
  expect(judgeTry({ ...step(0, 100, { passed: true }), state: 'auto_stopped' })).toBe('broke');
  expect(judgeTry({ ...step(0, 100, { passed: true }), state: 'stopped' })).toBeNull();
});

test('a generator disturbed once is tried again at the same rate; twice, it is the limit', () => {
  const held = step(0, 100, { passed: true });
  const late = (position: number) => step(position, 200, { passed: false, limit: 'generator' });
  expect(nextTry([held, late(1)], search)).toMatchObject({ step: 'try', ratePerSecond: 200 });
  expect(nextTry([held, late(1), late(2)], search)).toMatchObject({ step: 'try', ratePerSecond: 150 });
});

test('a search for a limit of the CPU finds the rate at which a target of a known cost reaches it', () => {
  const [costSeconds, cores, most] = [0.004, 2, 0.7];
  const steps: StepRow[] = [];
  for (let next = nextTry(steps, search); next.step === 'try'; next = nextTry(steps, search)) {
    const cpu = Math.min(1, (next.ratePerSecond * costSeconds) / cores);
    const thresholds = [{ expression: 'target_cpu < 70%', value: cpu, passed: cpu < most }];
    steps.push({ ...step(steps.length, next.ratePerSecond, { passed: true }), thresholds });
  }
  const { rate, interval, confirmed } = findCapacity(steps, search) ?? {};
  // 0.7 of 2 cores serve 350 answers of 4 ms a second.
  expect(confirmed).toBe(true);
  expect(interval?.low).toBe(rate);
  expect(rate).toBeLessThan(350);
  expect(rate).toBeGreaterThan(350 / 1.06);
  expect(steps.some(lacksTargetCpu)).toBe(false);
});

test('a run that nobody told the CPU of is no try for a limit of it', () => {
  const told = (value: number | null, expression = 'target_cpu < 70%') => ({
    ...step(0, 100, { passed: false }),
    thresholds: [{ expression, value, passed: false }],
  });
  expect([told(null), told(0.9), told(null, 'p(99) < 50ms'), { ...told(null), state: 'stopped' as const }].map(lacksTargetCpu)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([37, 230, 999, 4321])('a target that serves %i/s is found within the precision, and confirmed', (capacity) => {
  const steps: StepRow[] = [];
  const expected = triesToCome(steps, search);
  for (;;) {
    const next = nextTry(steps, search);
    if (next.step === 'done') break;
    steps.push(step(steps.length, next.ratePerSecond, { passed: next.ratePerSecond <= capacity }));
  }
  const found = findCapacity(steps, search);
  expect(found?.confirmed).toBe(true);
  expect(found?.rate).toBeLessThanOrEqual(capacity);
  expect(found?.rate).toBeGreaterThan(capacity * 0.94);
  expect(found?.interval?.low).toBeLessThanOrEqual(capacity);
  expect(found?.interval?.high).toBeGreaterThan(capacity);
  expect(steps.at(-1)?.rate).toBe(found?.rate);
  // Only a start above the capacity makes it longer than foreseen.
  if (capacity >= search.startRate) expect(steps.length).toBeLessThanOrEqual(expected);
  expect(triesToCome(steps, search)).toBe(0);
});
