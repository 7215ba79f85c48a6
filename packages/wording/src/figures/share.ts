/** Shares and changes of figures, as percentages and percentage points. */
import { formatSignificant, grouped } from './number.ts';

/** A fraction as a percentage: 0.0123 → 1.23 %. What is just under 100 % never rounds up to it. */
export function formatShare(fraction: number | null): string {
  if (fraction === null) return '–';
  // 0.07 × 100 is 7.000000000000001: the last digits are the multiplication's own.
  const text = formatSignificant(Number((fraction * 100).toPrecision(12)));
  return `${text === '100' && fraction < 1 ? '99.9' : text}\u00a0%`;
}

/** A relative change with its sign: +26.6 %, −3.1 %, 0.0 %. One decimal, because it stands in a column. */
export function formatChange(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  const percent = fraction * 100;
  const size = Math.abs(percent) >= 100 ? Math.abs(percent).toFixed(0) : Math.abs(percent).toFixed(1);
  if (Number(size) === 0) return `0.0\u00a0%`;
  return `${percent > 0 ? '+' : '−'}${grouped(size)}\u00a0%`;
}

/** A difference of two shares, in percentage points, with its sign. */
export function formatPoints(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  const points = fraction * 100;
  const size = Math.abs(points) < 0.005 ? '0.0' : Math.abs(points) < 1 ? Math.abs(points).toFixed(2) : Math.abs(points).toFixed(1);
  return `${Number(size) === 0 ? '' : points > 0 ? '+' : '−'}${size}\u00a0pp`;
}
