/**
 * Points of a run as they arrive, keyed by second: whatever the stream repeats after a reload or a reconnect lands where it
 * was, so nothing is lost and nothing is drawn twice.
 */
import type { Point } from '@plimsoll/contracts/sample';

const end = (point: Point) => point.second + point.seconds;

/** `points` (by rising second) with one more. A coarser point replaces the finer ones it covers, never the other way round. */
export function withPoint(points: readonly Point[], next: Point): readonly Point[] {
  const last = points.at(-1);
  if (!last || next.second >= end(last)) return [...points, next];
  const covering = points.find((point) => point.second <= next.second && end(point) >= end(next));
  if (covering && (covering.second !== next.second || covering.seconds > next.seconds)) return points;
  const kept = points.filter((point) => end(point) <= next.second || point.second >= end(next));
  const at = kept.findIndex((point) => point.second > next.second);
  return at < 0 ? [...kept, next] : [...kept.slice(0, at), next, ...kept.slice(at)];
}

export function withPoints(points: readonly Point[], next: readonly Point[]): readonly Point[] {
  return next.reduce(withPoint, points);
}
