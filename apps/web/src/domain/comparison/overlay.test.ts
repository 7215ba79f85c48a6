import type { Point } from '@plimsoll/contracts/sample';
import { describe, expect, it } from 'vitest';
import { hasStages, overlay, overlayCurves } from './overlay.ts';

const arm = (from: number, to: number, stageSeconds: number[], seconds = 1) => ({
  points: Array.from({ length: Math.ceil((to - from) / seconds) }, (_, at) => ({ second: from + at * seconds, seconds }) as Point),
  stageSeconds,
});
const secondOf = (point: Point) => point.second;
const row = (rows: ReturnType<typeof overlay>, x: number) => rows.find((one) => one.x === x);

describe('by elapsed time', () => {
  it('each arm counts from its own first measured second', () => {
    const rows = overlay([arm(0, 3, []), arm(5, 7, [])], 'elapsed', secondOf);
    expect(rows).toEqual([
      { x: 0, arm0: 0, arm1: 5 },
      { x: 1, arm0: 1, arm1: 6 },
      { x: 2, arm0: 2, arm1: null },
    ]);
  });
});

describe('by stage', () => {
  it('the shorter stage leaves a gap, and the next one begins at the same place in both', () => {
    // 2 s and 3 s after no warm-up; 4 s and 3 s after 5 s of it.
    const rows = overlay([arm(0, 5, [0, 2, 5]), arm(5, 12, [5, 9, 12])], 'stage', secondOf);
    expect(rows.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(row(rows, 1)).toEqual({ x: 1, arm0: 1, arm1: 6 });
    expect(row(rows, 2)).toEqual({ x: 2, arm0: null, arm1: 7 });
    expect(row(rows, 4)).toEqual({ x: 4, arm0: 2, arm1: 9 });
    expect(row(rows, 6)).toEqual({ x: 6, arm0: 4, arm1: 11 });
  });

  it('is elapsed time where all stages are as long', () => {
    const arms = [arm(3, 20, [3, 10, 20]), arm(0, 17, [0, 7, 17])];
    expect(overlay(arms, 'stage', secondOf)).toEqual(overlay(arms, 'elapsed', secondOf));
  });

  it('loses no point and puts no two on one place: broken stages, coarse points, what ends late, fewer stages', () => {
    const arms = [arm(0, 61, [0, 10.4, 40, 40, 60], 4), arm(2, 33, [2, 12, 30.5], 4)];
    const rows = overlay(arms, 'stage', secondOf);
    for (const [index, { points }] of arms.entries()) {
      const drawn = rows.flatMap((one) => one[`arm${index}`] ?? []);
      expect(drawn).toEqual(points.map(secondOf));
    }
    // The first point of the second stage stands at one place in both.
    const at = (index: number, second: number) => rows.find((one) => one[`arm${index}`] === second)?.x;
    expect(at(0, 12)).toBe(at(1, 14));
  });
});

it('there are stages to align where every arm has some and one of them has two', () => {
  expect(hasStages([arm(0, 5, [0, 2, 5]), arm(0, 5, [0, 5])])).toBe(true);
  expect(hasStages([arm(0, 5, [0, 5]), arm(0, 5, [0, 5])])).toBe(false);
  expect(hasStages([arm(0, 5, [0, 2, 5]), arm(0, 5, [])])).toBe(false);
});

it('a curve has rows where the base has none, too', () => {
  const curve = [
    [50, 1000],
    [100, 9000],
  ] as [number, number][];
  expect(overlayCurves([[], curve])).toEqual([
    { x: 50, arm0: null, arm1: 1000 },
    { x: 100, arm0: null, arm1: 9000 },
  ]);
  expect(overlayCurves([[], []])).toEqual([]);
});
