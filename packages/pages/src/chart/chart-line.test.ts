import type { Point } from '@plimsoll/contracts/sample';
import { expect, test } from 'vitest';
import { peakOf } from './chart-line.ts';

const point = (second: number, lengthMs: number, done: number) => ({ second, lengthMs, done }) as Point;
const perSecond = ({ done, lengthMs }: Point) => (done * 1000) / lengthMs;
const peak = (...points: readonly Point[]) => Object.values(peakOf(points, perSecond)).map((text) => text.replaceAll(/\s/g, ' '));

test('a part of a second is not the highest rate beside whole ones, and counts where there is no other', () => {
  // 6 in 264 ms are 22.7 a second.
  expect(peak(point(0, 1000, 14), point(1, 1000, 20), point(2, 999.6, 19), point(3, 264, 6))).toEqual(['20/s', '0:01']);
  expect(peak(point(0, 500, 8))).toEqual(['16/s', '0:00']);
});
