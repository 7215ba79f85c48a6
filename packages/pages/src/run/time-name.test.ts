import type { HistogramName } from '@plimsoll/contracts/times';
import { expect, it } from 'vitest';
import { timeName } from './time-name.ts';

it('names a time by the catalogue, and one that the catalogue lacks by its field', () => {
  expect(timeName('dnsTime')).toBe('DNS');
  expect(timeName('timeToFirstByte')).toBe('First byte');
  expect(timeName('renderTime' as HistogramName)).toBe('Render time');
});
