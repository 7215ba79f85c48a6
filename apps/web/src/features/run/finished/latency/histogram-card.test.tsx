import { expect, it } from 'vitest';
import { mostOften } from './histogram-card.tsx';

const bucket = (fromUs: number, count: number, failed: number) => ({ fromUs, toUs: fromUs + 1000, count, failed });
const said = (...buckets: Parameters<typeof mostOften>[0]) => mostOften(buckets).replaceAll('\u00a0', ' ');

it('says where good and failed answers lie, and nothing of a kind that there is none of', () => {
  expect(said(bucket(1000, 3, 0), bucket(2000, 1, 0))).toBe('Most often 1 ms to 2 ms: 75 % of 4.');
  expect(said(bucket(1000, 3, 0), bucket(2000, 1, 2))).toBe('Most often 1 ms to 2 ms: 75 % of 4. Failed answers most often 2 ms to 3 ms.');
  expect(said(bucket(1000, 0, 1), bucket(2000, 0, 2))).toBe('Failed answers most often 2 ms to 3 ms.');
});
