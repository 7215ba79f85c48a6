/** What charts draw of a run's points. */
import type { Point } from './sample.ts';

const shortestMs = 250;

/** A run's last second may be a few milliseconds long: too short to read a rate or a share of time from. */
export function wholeSeconds<P extends Pick<Point, 'lengthMs'>>(points: readonly P[]): readonly P[] {
  const last = points.at(-1);
  return last && points.length > 1 && last.lengthMs < shortestMs ? points.slice(0, -1) : points;
}
