import { expect, test } from 'vitest';
import { planSchema } from '../plan/plan.ts';
import { measureDrill, plantDelay, plantedSteps } from './planted-delay.ts';

const load = { model: 'closed', connections: 1, requests: 1 };
const planOf = (parts: object) => planSchema.parse({ version: 1, name: 'a', load, ...parts });

test('a delay is planted in every request, beside the one that is there, and templates stay', () => {
  const { requests } = plantDelay(
    planOf({
      requests: [
        { name: 'knob', url: 'http://127.0.0.1:4319/?jitterMs=1&delayMs=20' },
        { name: 'none', url: 'http://127.0.0.1:4319/{{uuid}}' },
        { name: 'other', url: 'http://127.0.0.1:4319/?errorRate=0.1' },
      ],
    }),
    2,
  );
  expect(requests?.map(({ url }) => url)).toEqual([
    'http://127.0.0.1:4319/?jitterMs=1&delayMs=22',
    'http://127.0.0.1:4319/{{uuid}}?delayMs=2',
    'http://127.0.0.1:4319/?errorRate=0.1&delayMs=2',
  ]);
});

test('a gRPC call is delayed by its metadata', () => {
  const plan = planOf({
    target: { url: 'grpc://127.0.0.1:4319', grpc: { call: 'plimsoll.demo.Demo/Echo', reflection: true, metadata: { 'delay-ms': '5' } } },
    connection: { protocol: 'grpc' },
  });
  expect(plantDelay(plan, 3).target?.grpc?.metadata).toEqual({ 'delay-ms': '8' });
});

test('a share of the p50 is planted in steps of a clock, which are told, and less than half a millisecond is not', () => {
  const { demo, relay } = plantedSteps;
  expect(measureDrill(0.1, 20_000, demo)).toEqual({ share: 0.1, plantedMs: 2, plantedShare: 0.1 });
  expect(measureDrill(0.1, 24_000, demo)).toEqual({ share: 0.1, plantedMs: 2, plantedShare: 2000 / 24_000 });
  expect(measureDrill(0.1, 5_000, demo)).toEqual({ share: 0.1, plantedMs: 1, plantedShare: 0.2 });
  expect(measureDrill(0.1, 24_060, relay)).toEqual({ share: 0.1, plantedMs: 2.4, plantedShare: 2400 / 24_060 });
  expect(measureDrill(0.1, 4_900, relay)).toBeNull();
});
