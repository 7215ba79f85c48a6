import { expect, it } from 'vitest';
import { planLooks } from './look-plan.ts';

it('looks five times at most, from the first round that may end it to the last', () => {
  expect(planLooks(3, 30)).toEqual([3, 10, 17, 23, 30]);
  expect(planLooks(3, 5)).toEqual([3, 4, 5]);
  expect(planLooks(3, 3)).toEqual([3]);
});
