import { expect, it } from 'vitest';
import { measureWorld, usualWorld } from '../../test/support/duet-world.ts';
import { armSeries } from '../bootstrap/resampling.ts';
import { pairedEffects } from '../bootstrap/together.ts';
import { alwaysValid } from './always-valid.ts';
import { intervalCourse } from './course.ts';

const world = { ...usualWorld, seconds: 120, slower: 0.03, pauses: { own: false, common: true } };

it('closes in, and ends at the interval of all pairs', () => {
  const { base, candidate } = measureWorld(world, 5);
  const course = intervalCourse(base, candidate, 120);
  const { ofBlocks, blockSeconds } = pairedEffects(armSeries(base), armSeries(candidate)).find(({ metric }) => metric === 'p50') ?? {
    ofBlocks: new Float64Array(),
    blockSeconds: 0,
  };
  const last = alwaysValid(ofBlocks, 120 / blockSeconds);
  const mean = ofBlocks.reduce((sum, one) => sum + one, 0) / ofBlocks.length;
  expect(course.at(-1)?.second).toBe(ofBlocks.length * blockSeconds);
  expect(course.at(-1)?.low).toBeCloseTo(Math.expm1(last?.low ?? 0), 12);
  expect(course.at(-1)?.middle).toBeCloseTo(Math.expm1(mean), 12);
  // Of fewer than ten pairs nothing is known.
  expect(course[0]?.second).toBe(10 * blockSeconds);
  const widths = course.map(({ low, high }) => high - low);
  expect(widths.at(-1)).toBeLessThan((widths[0] ?? 0) / 2);
});

it('holds the truth all the time in nearly all of twenty experiments', () => {
  const holding = Array.from({ length: 20 }, (_, seed) => measureWorld(world, 100 + seed)).filter(({ base, candidate }) =>
    intervalCourse(base, candidate, 120).every(({ low, high }) => low < 0.03 && high > 0.03),
  );
  // Of a chance of 0.95 fewer than 16 come once in four hundred times.
  expect(holding.length).toBeGreaterThanOrEqual(16);
});

it('has at most 120 points however long it lasts, the newest among them', () => {
  const { base, candidate } = measureWorld({ ...world, seconds: 900, rate: 20 }, 8);
  const course = intervalCourse(base, candidate, 900);
  expect(course.length).toBeGreaterThan(20);
  expect(course.length).toBeLessThanOrEqual(120);
  expect(course.at(-1)?.second).toBe(900);
});

it('says nothing of nothing', () => {
  expect(intervalCourse([], [], 60)).toEqual([]);
});
