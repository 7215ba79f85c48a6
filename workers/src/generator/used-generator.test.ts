import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { keyOf, type Wanted } from './used-generator.ts';

const input: PlanInput = {
  version: 1,
  name: 'a',
  target: { url: 'http://one.example/' },
  load: { model: 'open', rate: 1, duration: '1s' },
};

function key(changes: Partial<PlanInput> = {}, { teamId = 'team', fresh = false }: Partial<Wanted> = {}): string | null {
  return keyOf({ plans: [planSchema.parse({ ...input, ...changes })], teamId, fresh });
}

test('a load of another rate, name and path may be made in the same process', () => {
  const other = key({
    name: 'b',
    target: { url: 'http://one.example/b', method: 'POST' },
    load: { model: 'open', rate: 9, duration: '9s' },
  });
  expect(other).toBe(key());
  expect(other).not.toBeNull();
});

test('another team, client, protocol, load model or way of connecting gets another process', () => {
  const keys = [
    key(),
    key({}, { teamId: 'other' }),
    key({ connection: { client: 'wire' } }),
    key({ connection: { protocol: 'http2' } }),
    key({ target: { url: 'https://one.example/' }, connection: { protocol: 'auto' } }),
    key({ target: { url: 'https://two.example/' }, connection: { protocol: 'auto' } }),
    key({ connection: { keepAlive: false } }),
    key({ target: { url: 'https://one.example/' } }),
    key({ target: { url: 'http://one.example/', stream: { as: 'sse' } } }),
    key({ load: { model: 'closed', connections: 1, duration: '1s' } }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test('runs that are long enough for a verdict, or end by a count, are made in a process of their own', () => {
  expect(key({ load: { model: 'open', rate: 1, duration: '9.9s' } })).not.toBeNull();
  expect(key({ load: { model: 'open', rate: 1, duration: '10s' } })).toBeNull();
  expect(key({ load: { model: 'closed', connections: 1, requests: 9 } })).toBeNull();
});

test('runs of an experiment, runs made together and calls of gRPC are made in a process of their own', () => {
  expect(key({}, { fresh: true })).toBeNull();
  const plan = planSchema.parse(input);
  expect(keyOf({ plans: [plan, plan], teamId: 'team', fresh: false })).toBeNull();
});
