import { expect, it } from 'vitest';
import { depthPaths, levels, placeOf } from './density-paths.ts';

const edges = [1, 10, 100];

it('draws each cell that holds anything, neighbours of one depth as one, and leaves gaps between seconds', () => {
  const paths = depthPaths(
    [
      { x: 5, counts: [1, 0] },
      { x: 6, counts: [1, 64] },
      { x: 9, counts: [1, 64] },
    ],
    1,
    edges,
  );
  expect(paths).toHaveLength(levels);
  expect(paths[0]).toBe('M0 1.0000h2v-0.5000h-2zM4 1.0000h1v-0.5000h-1z');
  expect(paths[levels - 1]).toBe('M1 0.5000h1v-0.5000h-1zM4 0.5000h1v-0.5000h-1z');
  expect(paths.slice(1, -1).join('')).toBe('');
});

it('places values on a logarithmic axis, 0 below 1', () => {
  expect([1, 10, 100].map((value) => placeOf(value, edges))).toEqual([0, 0.5, 1]);
  expect(placeOf(0, [0, 1, 2])).toBe(0);
  expect(placeOf(1, [0, 1, 2])).toBeCloseTo(0.5, 9);
});
