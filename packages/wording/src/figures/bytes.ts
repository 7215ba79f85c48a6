/** Bytes in decimal units, as network tools count them. */
import { formatSignificant } from './number.ts';

/** 612 B, 1.23 MB. */
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
