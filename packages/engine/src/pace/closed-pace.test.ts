import { type ClosedLoad, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { closedPace } from './closed-pace.ts';

function createPace(load: PlanInput['load'], partition = { index: 0, of: 1 }, warmup = '0s') {
  const plan = planSchema.parse({ version: 1, name: 'paced', target: { url: 'http://127.0.0.1/' }, load, warmup });
  return closedPace(plan, plan.load as ClosedLoad, partition);
}

test('partitions of a closed load add up to it', () => {
  const partitions = [0, 1, 2].map((index) => createPace({ model: 'closed', connections: 8, requests: 100 }, { index, of: 3 }));
  expect(partitions.map((pace) => [pace.peak, pace.requests])).toEqual([
    [3, 34],
    [3, 33],
    [2, 33],
  ]);
});

test('connections ramp along their line, from the end of the warm-up', () => {
  const stages = [
    { to: 11, over: '10s' },
    { to: 3, over: '0s' },
    { to: 3, over: '5s' },
  ];
  const pace = createPace({ model: 'closed', startConnections: 1, stages }, undefined, '2s');
  const at = (seconds: number) => pace.connectionsAt(seconds * 1e6);
  expect([at(0), at(2), at(7), at(11.99), at(12), at(16), at(99)]).toEqual([1, 1, 6, 11, 3, 3, 3]);
  expect([pace.peak, pace.endUs, pace.ramps]).toEqual([11, 17_000_000, true]);
});
