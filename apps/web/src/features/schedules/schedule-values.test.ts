import { expect, test } from 'vitest';
import { emptyValues, judgeNew } from './schedule-values.ts';

const values = emptyValues('plan 6f1c1c0e-4a43-4a3e-9d4e-0d2f2a7f4b11');

test('a new schedule without a name gets the name of what it starts, and none where nothing is chosen', () => {
  expect(judgeNew({ ...values, name: ' ' }, 'Checkout').body?.name).toBe('Checkout');
  expect(judgeNew({ ...values, name: 'nightly' }, 'Checkout').body?.name).toBe('nightly');
  expect(judgeNew({ ...values, what: '' }, '').problems.map(({ field }) => field)).toContain('/name');
});
