/** The seconds that are long enough to be read by themselves. */
import type { Point } from './sample.ts';

/** A second shorter than this says nothing about rates, shares of time or health. */
export const shortestSecondMs = 250;

/** A run's last second may be a few milliseconds long: too short to read a rate or a share of time from. */
export function wholeSeconds<P extends Pick<Point, 'lengthMs'>>(points: readonly P[]): readonly P[] {
  const last = points.at(-1);
  return last && points.length > 1 && last.lengthMs < shortestSecondMs ? points.slice(0, -1) : points;
}
