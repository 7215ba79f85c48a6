/** Rates: so many a second. */
import { isAnswered } from '@plimsoll/contracts/failure';
import type { Summary } from '@plimsoll/contracts/summary';
import { formatSignificant } from './number.ts';

/** Per second: 17 840/s. */
export function formatRate(perSecond: number | null): string {
  return perSecond === null ? '–' : `${formatSignificant(perSecond)}/s`;
}

/** The throughput of what a run measured; none where nothing was answered. */
export function measuredThroughput(summary: Pick<Summary, 'outcomes' | 'throughputPerSecond'>): number | null {
  return isAnswered(summary) ? summary.throughputPerSecond : null;
}

/** A count of a whole run as so many a second; null where the run took no time. */
export function countPerSecond(count: number, { durationMs }: Pick<Summary, 'durationMs'>): number | null {
  return durationMs > 0 ? (1000 * count) / durationMs : null;
}
