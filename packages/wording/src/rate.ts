/** Rates and bytes. Bytes in decimal units, as network tools count them. */
import { formatSignificant } from './figures.ts';

export { formatRate } from './figures.ts';

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : formatSignificant(value)}\u00a0${units[unit]}`;
}
