/** A figure of the points of a run as a line of a chart, and its highest in words. */
import type { Point } from '@plimsoll/contracts/sample';
import { recordSeconds } from '@plimsoll/contracts/whole-seconds';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock } from '@plimsoll/wording/time';
import { type LookName, lineLooks } from './line-look.ts';
import type { ChartLine } from './static-chart.ts';

export type Reading = (point: Point) => number | null;

export function line(points: readonly Point[], key: LookName, name: string, read: Reading): ChartLine {
  return { key, ...lineLooks[key], name, points: points.map((point) => [point.second, read(point)] as const) };
}

/** The highest rate, and when it was. */
export function peakOf(points: readonly Point[], read: Reading): { readonly peak: string; readonly at: string } {
  const best = highest(recordSeconds(points), read);
  return { peak: formatRate(best ? read(best) : null), at: formatClock(best?.second ?? 0) };
}

/** The point with the largest figure; undefined of none. */
export function highest(points: readonly Point[], read: Reading): Point | undefined {
  return points.reduce((best, point) => ((read(point) ?? -1) > (best === undefined ? -1 : (read(best) ?? -1)) ? point : best), points[0]);
}
