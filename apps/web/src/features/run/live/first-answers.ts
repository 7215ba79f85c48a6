import type { Point } from '@plimsoll/contracts/sample';

/** One second may be an accident. */
const seconds = 3;

/** The time of the usual answer in the slowest of the first seconds, µs; null before these are over, and where one timed nothing. */
export function firstAnswersUs(points: readonly Point[]): number | null {
  const first = points.filter(({ warmup }) => !warmup).slice(0, seconds);
  const usual = first.flatMap(({ responseTime: { p50Us } }) => p50Us ?? []);
  return usual.length < seconds ? null : Math.max(...usual);
}
