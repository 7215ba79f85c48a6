/** How late an open load sent requests that had a free slot waiting for them: that is the generator's own. */
import { merge, valueAt } from '../histogram/histogram.ts';
import type { MeasuredSecond } from './measured-second.ts';

/** The generator holds a load back that it sends in time, too, where its own lateness is this share of the response time. */
const lateShareOfResponse = 0.5;
/** A generator that is held up for a part of the second is late with these. */
const slower = 90;
/** Less is no lateness that anybody feels. */
export const leastLateUs = 1000;

export interface Lateness {
  readonly p99Us: number;
  readonly responseP50Us: number;
  /** Does it make up most of what was measured as response time? */
  readonly dominates: boolean;
  /** Seconds in which something was due, and those between. */
  readonly loadSeconds: number;
  /** Those in which every due request found a free slot. */
  readonly freeSeconds: readonly MeasuredSecond[];
}

/** Null where no second had a slot free for every request. What was sent late may be answered after the load: it counts, that second does not. */
export function measureLateness(seconds: readonly MeasuredSecond[]): Lateness | null {
  const isFree = (s: MeasuredSecond | undefined) => !s || (s.waiting === 0 && s.blocked === 0);
  const listFree = (all: readonly MeasuredSecond[]) => all.filter((s, i) => isFree(s) && isFree(all[i - 1]));
  const loadSeconds = seconds.findLastIndex(({ planned }) => planned > 0) + 1;
  const freeSeconds = listFree(seconds.slice(0, loadSeconds));
  if (freeSeconds.length === 0) return null;
  const free = listFree(seconds).flatMap((s) => s.shards);
  const p99Us = valueAt(merge(free.map(({ histograms }) => histograms.sendLateness)), 99);
  if (p99Us === null) return null;
  const responseTime = merge(free.map(({ histograms }) => histograms.responseTime));
  const dominates = p99Us > leastLateUs && p99Us > lateShareOfResponse * (valueAt(responseTime, 99) ?? 0);
  return { p99Us, responseP50Us: valueAt(responseTime, 50) ?? 0, dominates, loadSeconds, freeSeconds };
}

/** Was most of what was measured as response time, by the slower answers of a second, its lateness? */
export function isMostlyLate({ shards }: MeasuredSecond): boolean {
  const late = valueAt(merge(shards.map(({ histograms }) => histograms.sendLateness)), slower) ?? 0;
  return (
    late > leastLateUs &&
    late > lateShareOfResponse * (valueAt(merge(shards.map(({ histograms }) => histograms.responseTime)), slower) ?? 0)
  );
}
