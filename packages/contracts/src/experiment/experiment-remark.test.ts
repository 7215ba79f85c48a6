import { expect, test } from 'vitest';
import { onlyCountsRuns } from './experiment-remark.ts';

test('the end of a sweep is told where it says more than how often each setting ran, or is an old one', () => {
  const counted = { kind: 'sweep', runs: 2, settings: 5 } as const;
  expect(onlyCountsRuns([counted])).toBe(true);
  expect(onlyCountsRuns([counted, { kind: 'shutDown' }])).toBe(false);
  expect(onlyCountsRuns([{ kind: 'variants', runs: 3, undecided: true }])).toBe(false);
  expect(onlyCountsRuns([])).toBe(false);
});
