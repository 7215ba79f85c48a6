import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { wantsWire } from './wants-wire.ts';

const plan = (change: object = {}) =>
  planSchema.parse({
    version: 1,
    name: 'quick',
    target: { url: 'http://127.0.0.1:8787/' },
    load: { model: 'closed', connections: 10, duration: '20s' },
    ...change,
  });

it('offers raw sockets where undici drives a closed load and the target answers in under 1 ms', () => {
  expect(wantsWire(plan(), 999)).toBe(true);
  expect(wantsWire(plan(), 1000)).toBe(false);
  expect(wantsWire(plan(), null)).toBe(false);
});

it('offers nothing to an open load, which asks no more than planned, nor to what raw sockets send already', () => {
  expect(wantsWire(plan({ load: { model: 'open', rate: 100, duration: '20s' } }), 300)).toBe(false);
  expect(wantsWire(plan({ connection: { client: 'wire' } }), 300)).toBe(false);
});
