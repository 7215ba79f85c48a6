/** The seconds that are long enough to be read by themselves. */
import { type Point, readStream } from './sample.ts';

/** A second shorter than this says nothing about rates, shares of time or health. */
export const shortestSecondMs = 250;

/** What was counted in less, made up to a second, may be no second's: neither a record nor what a processor used. */
export const leastRecordMs = 900;

type Lasting = Pick<Point, 'lengthMs'> & Partial<Pick<Point, 'failed'>>;

/**
 * Without the part of a second in which a run ends: the load is over somewhere in it, so that its rates would fall or jump where the
 * target's did not. Failures in it are no less failures: they keep what is long enough to be read.
 */
export function wholeSeconds<P extends Lasting>(points: readonly P[]): readonly P[] {
  return withoutEnd(points, ({ lengthMs, failed = 0 }) => lengthMs < (failed > 0 ? shortestSecondMs : leastRecordMs));
}

/** Those long enough to read times, tokens or a share of time from: a run's last second may be a few milliseconds long. */
export function readableSeconds<P extends Lasting>(points: readonly P[]): readonly P[] {
  return withoutEnd(points, ({ lengthMs }) => lengthMs < shortestSecondMs);
}

function withoutEnd<P extends Lasting>(points: readonly P[], isShort: (last: P) => boolean): readonly P[] {
  const last = points.at(-1);
  return last && points.length > 1 && isShort(last) ? points.slice(0, -1) : points;
}

/** Those whose rate may be the highest of a run; all where none is long enough. */
export function recordSeconds<P extends Pick<Point, 'lengthMs'>>(points: readonly P[]): readonly P[] {
  const long = points.filter(({ lengthMs }) => lengthMs >= leastRecordMs);
  return long.length > 0 ? long : points;
}

/**
 * Those whose tokens can be read as a rate. The tokens of a stream are counted when it ends: the load's own end counts all that the streams
 * under way had brought by then, as if it had come in that second.
 */
export function tokenSeconds<P extends Pick<Point, 'lengthMs' | 'stream' | 'grpc'>>(points: readonly P[]): readonly P[] {
  const whole = readableSeconds(points);
  const ended = whole.filter((point) => !isCut(point));
  return ended.length > 0 ? ended : whole;
}

/** Streams that the load's end cut off: `none`; `left_out` of {@link tokenSeconds}; `shown` there, where no other second is left. */
export function cutOffTokens(points: readonly Pick<Point, 'lengthMs' | 'stream' | 'grpc'>[]): 'none' | 'left_out' | 'shown' {
  const whole = readableSeconds(points);
  if (!whole.some(isCut)) return 'none';
  return whole.every(isCut) ? 'shown' : 'left_out';
}

function isCut(point: Pick<Point, 'stream' | 'grpc'>): boolean {
  return (readStream(point)?.ends.cut_off ?? 0) > 0;
}
