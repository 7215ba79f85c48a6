/** Shares and changes of figures, as percentages, percentage points and factors. */
import { formatSignificant } from './number.ts';

/** A fraction as a percentage: 0.0123 → 1.23 %. A share just under 100 % never rounds up to it. */
export function formatShare(fraction: number | null): string {
  if (fraction === null) return '–';
  // 0.07 × 100 is 7.000000000000001: the last digits are the multiplication's own.
  const text = formatSignificant(Number((fraction * 100).toPrecision(12)));
  return `${text === '100' && fraction < 1 ? '99.9' : text}\u00a0%`;
}

/** From here on a change is told as a factor: it would read as +100.0 %. */
const leastFactored = 0.9995;
const mostFactor = 1000;

/** How many times as much: 2.5 ×, 10.5 ×; beyond a thousand its digits say nothing. */
export function formatFactor(factor: number): string {
  return factor > mostFactor ? `> ${mostFactor}\u00a0×` : `${formatSignificant(factor)}\u00a0×`;
}

/** Is this relative change told as a factor? */
export function isFactored(fraction: number | null): fraction is number {
  return fraction !== null && fraction >= leastFactored && Number.isFinite(fraction);
}

/** A relative change with its sign: +26.6 %, −3.1 %, 0.0 %; from twice as much on the factor, 10.5 ×. One decimal, because it stands in a column. */
export function formatChange(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  if (isFactored(fraction)) return formatFactor(1 + fraction);
  const percent = fraction * 100;
  const size = Math.abs(percent).toFixed(1);
  if (Number(size) === 0) return `0.0\u00a0%`;
  return `${percent > 0 ? '+' : '−'}${size}\u00a0%`;
}

/** A least change without its sign: 3 %, and from twice as much on the factor. */
export function formatLeastChange(fraction: number): string {
  return isFactored(fraction) ? formatFactor(1 + fraction) : formatShare(fraction);
}

/** A difference of two shares, in percentage points, with its sign. */
export function formatPoints(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  const points = fraction * 100;
  const size = Math.abs(points) < 0.005 ? '0.0' : Math.abs(points) < 1 ? Math.abs(points).toFixed(2) : Math.abs(points).toFixed(1);
  return `${Number(size) === 0 ? '' : points > 0 ? '+' : '−'}${size}\u00a0pp`;
}
