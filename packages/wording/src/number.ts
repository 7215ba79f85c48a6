/** Numbers as people read them: three significant digits, thin groups, never scientific. Locale English until others follow. */
import { formatShortCount, formatSignificant } from './figures.ts';

export { formatChange, formatCount, formatPoints, formatShare, formatShortCount, formatSignificant } from './figures.ts';

/** A figure on an axis: short when large, exact when small. */
export function formatPlain(value: number): string {
  return Math.abs(value) >= 100_000 ? formatShortCount(value) : formatSignificant(value);
}
