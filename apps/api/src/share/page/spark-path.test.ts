import type { Point } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { findTop, pickSeries, sparkPath } from './spark-path.ts';

const pointOf = (part: Partial<Point>) =>
  ({ lengthMs: 1000, done: 10, failed: 0, outcomes: { response: 10 }, warmup: false, ...part }) as Point;

const box = { x: 0, y: 0, width: 100, height: 10 };

it('goes from the left edge to the right one, 0 at the bottom', () => {
  expect(sparkPath([0, 5, 10], box, 10)).toBe('M0 10L50 5L100 0');
});

it('leaves a gap where nothing was measured', () => {
  expect(sparkPath([10, null, 10, 10], box, 10, 4)).toBe('M0 0h2M66.7 0L100 0');
  expect(sparkPath([10, 10, null, 10], box, 10, 4)).toBe('M0 0L33.3 0M100 0h-2');
  // The one second of a short run stands at the left edge.
  expect(sparkPath([5], box, 10)).toBe('M0 5h2');
});

it('keeps the peak of a long series', () => {
  const series = Array.from({ length: 1000 }, (_, i) => (i === 501 ? 100 : 1));
  expect(sparkPath(series, box, 100)).toContain(' 0L');
  expect(sparkPath(series, box, 100).split('L').length).toBeLessThanOrEqual(300);
});

it('reads no rate from the few milliseconds a run may end with', () => {
  const points = [1000, 1000, 20].map((lengthMs) => pointOf({ lengthMs }));
  expect(pickSeries(points, 'throughput')).toEqual([10, 10]);
  expect(pickSeries(points.slice(2), 'throughput')).toEqual([500]);
});

it('draws no throughput in seconds in which nobody answered', () => {
  const refused = { done: 0, failed: 9000, outcomes: { connect_refused: 9000 } };
  const points = [
    pointOf({}),
    pointOf(refused),
    pointOf({ done: 0, failed: 10 }),
    pointOf({ ...refused, outcomes: { connect_refused: 8990, response: 10 } }),
  ];
  expect(pickSeries(points, 'throughput')).toEqual([10, 0, 10, 9000]);
});

it('has a scale that holds all lines, also where nothing was measured', () => {
  expect(findTop([1, null, 100], [50])).toBeCloseTo(108);
  expect(findTop([], [null])).toBeGreaterThan(0);
});
