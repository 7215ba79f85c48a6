import { expect, test } from 'vitest';
import { type PlanInput, planSchema } from '../plan/plan.ts';
import { loadShape } from './load-shape.ts';

const shapeOf = (load: PlanInput['load'], warmup = '0s') =>
  loadShape(planSchema.parse({ version: 1, name: 'x', target: { url: 'http://127.0.0.1/' }, load, warmup }));

test('a constant rate is a flat line with rate × seconds requests', () => {
  expect(shapeOf({ model: 'open', rate: 500, duration: '10m' })).toEqual({
    unit: 'requests per second',
    points: [
      { second: 0, value: 500 },
      { second: 600, value: 500 },
    ],
    seconds: 600,
    requests: 300_000,
    peak: 500,
  });
});

test('the warm-up is drawn before the load and its requests are counted', () => {
  expect(shapeOf({ model: 'open', rate: 100, duration: '10s' }, '5s')).toMatchObject({
    seconds: 15,
    requests: 1500,
    points: [{ second: 0, value: 100 }, { second: 5 }, { second: 15 }],
  });
});

test('a closed load by requests alone has no length, and a ramp of connections has its peak', () => {
  expect(shapeOf({ model: 'closed', connections: 200, requests: 100_000 })).toMatchObject({
    seconds: null,
    requests: 100_000,
    peak: 200,
    unit: 'connections',
  });
  expect(shapeOf({ model: 'closed', stages: [{ to: 100, over: '30s' }] })).toMatchObject({ seconds: 30, requests: null, peak: 100 });
});
