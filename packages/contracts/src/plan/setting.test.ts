import { expect, test } from 'vitest';
import { planSchema } from './plan.ts';
import { listChoices, readSetting, readTyped, withSetting } from './setting.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'x',
  target: { url: 'http://127.0.0.1/' },
  load: { model: 'closed', connections: 1, requests: 1 },
});

test('the HTTP client is a setting: undici unless the plan says raw sockets', () => {
  expect([readSetting(plan, 'client'), listChoices('client')]).toEqual(['undici', ['undici', 'wire']]);
  const wired = withSetting(plan, 'client', 'wire');
  expect(wired).toEqual({ ...plan, connection: { ...plan.connection, client: 'wire' } });
  expect(readSetting(wired, 'client')).toBe('wire');
});

test('a client there is not is written as it was typed, for the schema to refuse', () => {
  expect(planSchema.safeParse(withSetting(plan, 'client', 'curl')).error?.issues[0]?.path).toEqual(['connection', 'client']);
});

test('a rate is read as a rate, and another number as a number', () => {
  expect([readTyped('rate', '1000/s'), readTyped('connections', '1 000'), readTyped('connections', '1000/s')]).toEqual([1000, 1000, null]);
});
