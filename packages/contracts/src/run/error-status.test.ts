import { expect, test } from 'vitest';
import { isErrorStatus } from './error-status.ts';

test('a status fails by the rule of the plan, however high it is', () => {
  const failed = (rule: Parameters<typeof isErrorStatus>[0]) =>
    [200, 302, 399, 400, 404, 499, 500, 599, 600, 999].filter((status) => isErrorStatus(rule, status));
  expect(failed('4xx-5xx')).toEqual([400, 404, 499, 500, 599, 600, 999]);
  expect(failed('5xx')).toEqual([500, 599, 600, 999]);
  expect(failed('none')).toEqual([]);
});
