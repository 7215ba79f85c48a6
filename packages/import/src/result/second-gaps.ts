/** Seconds of a file in which nothing was sent and nothing ended. */
import { resolutionFor } from '@plimsoll/statistics/point';
import type { ImportedSecond } from './imported-result.ts';
import { noTimes } from './second-times.ts';

/**
 * Seconds with data, by rising second, and what lies between them: a run is as long as its seconds together, so nothing may be missing. An empty
 * stretch has a row for each point of the run's chart that lies in it, not one for each second: at most some 600 rows, however far apart the data is.
 */
export function fillGaps(seconds: readonly ImportedSecond[], lastLengthMs: number): ImportedSecond[] {
  const last = seconds.at(-1);
  if (!last) return [];
  const resolution = resolutionFor(last.second + 1);
  const filled: ImportedSecond[] = [];
  let next = 0;
  for (const one of seconds) {
    const inFlight = filled.at(-1)?.inFlight ?? 0;
    while (next < one.second) {
      // To the end of its chart point, so that no row lies in two.
      const end = Math.min(one.second, (Math.floor(next / resolution) + 1) * resolution);
      filled.push({ ...nothing, second: next, lengthMs: 1000 * (end - next), inFlight });
      next = end;
    }
    filled.push(one === last ? { ...one, lengthMs: lastLengthMs } : one);
    next = one.second + 1;
  }
  return filled;
}

const nothing = {
  ...{ sent: 0, done: 0, failed: 0, doneTimeUs: 0, failedTimeUs: 0 },
  ...{ outcomes: {}, statuses: {}, grpcStatuses: {}, errors: [] },
  ...{ responseTime: noTimes, failedTime: noTimes },
};
