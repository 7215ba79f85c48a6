/** Rates: so many a second. */
import { formatSignificant } from './number.ts';

/** Per second: 17 840/s. */
export function formatRate(perSecond: number | null): string {
  return perSecond === null ? '–' : `${formatSignificant(perSecond)}/s`;
}
