import type { RunListItem } from '@plimsoll/contracts/run-list';
import { expect, it } from 'vitest';
import { pushedOff } from './run-pages.ts';

const runs = (...ids: string[]) => ids.map((id) => ({ id })) as RunListItem[];
const ids = (before: string[], now: string[]) => pushedOff(runs(...before), runs(...now)).map(({ id }) => id);

it('keeps the runs that newer ones pushed off the first page', () => {
  expect(ids(['3', '2', '1'], ['5', '4', '3'])).toEqual(['2', '1']);
  expect(ids(['3', '2', '1'], ['3', '2', '1'])).toEqual([]);
});

it('keeps all where every run of the page is new, and none that was removed from the middle', () => {
  expect(ids(['3', '2', '1'], ['6', '5', '4'])).toEqual(['3', '2', '1']);
  // 2 is gone, an older one took its place.
  expect(ids(['3', '2', '1'], ['3', '1', '0'])).toEqual([]);
});
