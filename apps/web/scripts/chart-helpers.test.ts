/** Our helpers in place of the libraries', for values such as charts have. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { interpolateNumber, interpolateRound, isEqual, range, sortBy, uniqBy } from './chart-helpers.ts';

const ticks = [
  { value: 3, coordinate: 120.5, index: 2 },
  { value: 1, coordinate: 12, index: 0 },
  { value: 2, coordinate: 12, index: 1 },
  { value: -4, coordinate: -7, index: 3 },
];

test('ticks are sorted by their place, those at one place stay as they are, and the first of those is kept', () => {
  expect(sortBy(ticks, ({ coordinate }) => coordinate).map(({ value }) => value)).toEqual([-4, 1, 2, 3]);
  expect(uniqBy(ticks, ({ coordinate }) => coordinate).map(({ value }) => value)).toEqual([3, 1, -4]);
  expect(range(0, 4)).toEqual([0, 1, 2, 3]);
  expect(range(0, 0)).toEqual([]);
});

test('the same ticks are equal, and others are not', () => {
  const same = structuredClone(ticks);
  const others = [[], same.slice(1), same.map((tick) => ({ ...tick, value: 9 })), same.map(({ value }) => ({ value })), null, undefined, 3];
  for (const other of [same, ...others]) {
    expect(isEqual(ticks, other)).toBe(isDeepStrictEqual(ticks, other));
    expect(isEqual(other, ticks)).toBe(isDeepStrictEqual(other, ticks));
  }
  expect(isEqual(ticks, same)).toBe(true);
  expect(isEqual({ at: Number.NaN }, { at: Number.NaN })).toBe(true);
  expect(isEqual({ at: undefined }, { to: undefined })).toBe(false);
});

test('a place between two numbers is on the line from one to the other, its ends are the numbers themselves', () => {
  expect([0, 0.25, 1, 1.5].map(interpolateNumber(300, -100))).toEqual([300, 200, -100, -300]);
  expect([0, 1].map(interpolateNumber(250.7, 1e6))).toEqual([250.7, 1e6]);
  expect([0, 0.3, 1].map(interpolateRound(0, 11))).toEqual([0, 3, 11]);
});
