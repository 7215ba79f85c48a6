/** A generator's own floor as text. */
import type { LatencyFloor } from '@plimsoll/contracts/run';
import { configWords } from '@plimsoll/wording/en/run';
import { formatLength, formatUs } from '@plimsoll/wording/time';

export function floorText({ p50Us, p99Us, ageSeconds }: LatencyFloor): string {
  const figures = { p50: formatUs(p50Us), p99: formatUs(p99Us) };
  return ageSeconds === 0 ? configWords.floorNow(figures) : configWords.floorOf({ ...figures, age: formatLength(ageSeconds * 1000) });
}
