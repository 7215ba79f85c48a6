/** Rates: so many a second. */
import type { Summary } from '@plimsoll/contracts/run';
import { formatSignificant } from './number.ts';

/** Per second: 17 840/s. */
export function formatRate(perSecond: number | null): string {
  return perSecond === null ? '–' : `${formatSignificant(perSecond)}/s`;
}

/** Did the target answer anything? Connections that nobody took end thousands of times a second: that is no throughput. */
export function isAnswered({ outcomes }: Pick<Summary, 'outcomes'>): boolean {
  return (outcomes.response ?? 0) + (outcomes.check_failed ?? 0) > 0;
}

/** The throughput of what a run measured; none where nothing was answered. */
export function measuredThroughput(summary: Pick<Summary, 'outcomes' | 'throughputPerSecond'>): number | null {
  return isAnswered(summary) ? summary.throughputPerSecond : null;
}
