import { expect, it } from 'vitest';
import { openKeptSearches } from './kept-searches.ts';

it('goes on with the searches that were asked for last, one for each metric of a plan', () => {
  const searches = openKeptSearches(2);
  const [first, second] = [searches.of('plan', 'p50'), searches.of('plan', 'p99')];
  expect(second).not.toBe(first);
  expect(searches.of('plan', 'p50')).toBe(first);
  searches.of('other', 'p50');
  expect(searches.of('plan', 'p50')).toBe(first);
  expect(searches.of('plan', 'p99')).not.toBe(second);
});
