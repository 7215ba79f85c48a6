import { noTimes } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { buildChartedSeries } from './charted-series.ts';

it('draws a long run in points of several units, whose times are those of all their seconds', () => {
  const load = { seconds: 130, rate: 20, medianUs: 5000, spread: 0.5, drift: 0.1, correlation: 0.5 };
  // A gap in the middle of a point, and an end in one.
  const samples = simulatedSamples(simulateSeconds(load, 1)).filter(({ second }) => second < 40 || second > 57);
  const { points, series } = buildChartedSeries(samples, 4, 2);
  const asDecoded = mergeIntoPoints(samples, 12, { withoutRequests: true }).map((point) => ({ ...point, timeToFirstByte: noTimes }));
  expect(points).toEqual(asDecoded);
  expect(series.units).toBeGreaterThan(2 * points.length);
});
