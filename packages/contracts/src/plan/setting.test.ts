import { expect, test } from 'vitest';
import { planSchema } from './plan.ts';
import { listChoices, parseNumber, readSetting, withSetting } from './setting.ts';

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

test.each([
  ['1,000', 1000],
  ['12,345,678.5', 12_345_678.5],
  ['1 000', 1000],
  ['1,5', null],
  ['1,0000', null],
  [',100', null],
])('a number may be grouped: %s is %s', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});
