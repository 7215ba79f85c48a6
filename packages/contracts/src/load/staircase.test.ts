import { expect, test } from 'vitest';
import { staircaseSchema, staircaseStages } from './staircase.ts';

const study = { from: 50, to: 700, step: 50, ramp: '5s', hold: '5s' };
const build = (change: Partial<typeof study>) => staircaseStages(staircaseSchema.parse({ ...study, ...change }));
const rates = (change: Partial<typeof study>) => build({ ...change, ramp: '0s', hold: '1s' }).map(({ to }) => to);
const problem = (change: Partial<typeof study>) => {
  const [issue] = staircaseSchema.safeParse({ ...study, ...change }).error?.issues ?? [];
  return [issue?.path.join('/'), issue?.message];
};

test("k6's study from 50 to 700 by 50 is 28 stages: a ramp of 5 s and a hold of 5 s for each of 14 rates", () => {
  const stages = build({});
  expect(stages).toHaveLength(28);
  expect(stages.slice(0, 4)).toEqual([50, 50, 100, 100].map((to) => ({ to, over: '5s' })));
  expect(stages.at(-1)).toEqual({ to: 700, over: '5s' });
});

test('steps that do not reach the end evenly are followed by a smaller one', () => {
  expect(new Set(rates({ from: 50, to: 230, step: 50 }))).toEqual(new Set([50, 100, 150, 200, 230]));
  expect(new Set(rates({ from: 10, to: 15, step: 50 }))).toEqual(new Set([10, 15]));
});

test('stairs go down, stay on one step, and climb by decimals', () => {
  expect(new Set(rates({ from: 300, to: 0, step: 100 }))).toEqual(new Set([300, 200, 100, 0]));
  expect(new Set(rates({ from: 80, to: 80 }))).toEqual(new Set([80]));
  expect([...new Set(rates({ from: 0.1, to: 0.5, step: 0.1 }))]).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
});

test('without a ramp the rate jumps, and without a hold it climbs in a line', () => {
  expect(build({ to: 100, ramp: '0s' })).toEqual([
    { to: 50, over: '0s' },
    { to: 50, over: '5s' },
    { to: 100, over: '0s' },
    { to: 100, over: '5s' },
  ]);
  expect(build({ to: 100, hold: '0s' })).toEqual([
    { to: 50, over: '5s' },
    { to: 100, over: '5s' },
  ]);
});

test('a value that makes no staircase is refused at its field', () => {
  expect(problem({ step: 0 })).toEqual(['step', 'step_zero']);
  expect(problem({ step: 1 })).toEqual(['step', 'stairs_most']);
  expect(problem({ to: 1e15 })).toEqual(['step', 'stairs_most']);
  expect(problem({ ramp: '0s', hold: '0s' })).toEqual(['hold', 'stages_no_time']);
  expect(problem({ from: 0, to: 0 })).toEqual(['to', 'rate_always_zero']);
  expect(problem({ hold: 'soon' })).toEqual(['hold', 'duration_pattern']);
  expect(problem({ from: -1 })[0]).toBe('from');
  expect(staircaseSchema.safeParse({ ...study, to: 2500 }).success).toBe(true);
});
