import type { RunLimit, Summary } from '@plimsoll/contracts/run';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { expect, test } from 'vitest';
import { findCapacity, judgeTry, nextTry, triesToCome } from './capacity.ts';

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
