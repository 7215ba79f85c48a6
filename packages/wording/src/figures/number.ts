/** Numbers as people read them: three significant digits, groups of three from five digits on, never scientific. */

const groupSpace = '\u00a0';

/** `12840` as `12 840`; four digits stay together. A decimal part stays as it is. */
export function grouped(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, groupSpace) : whole;
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** A count, whole and grouped: 12 840. */
export function formatCount(count: number): string {
  return count < 0 ? `−${formatCount(-count)}` : grouped(String(Math.round(count)));
}

/** Three significant digits: 0.0123, 1.23, 12.3, 123, 12 300 keeps its whole digits. */
export function formatSignificant(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  if (value < 0) return `−${formatSignificant(-value)}`;
  if (value >= 100 || Number.isInteger(value)) return grouped(String(Math.round(value)));
  const decimals = value >= 10 ? 1 : value >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(value)));
  const text = value.toFixed(decimals);
  if (value >= 1) return Number(text) >= 100 ? '100' : text;
  return text.replace(/0+$/, '').replace(/\.$/, '');
}

/** A count short enough for a tile: 1 204, 180 k, 1.2 M. */
export function formatShortCount(count: number): string {
  if (count < 100_000) return formatCount(count);
  const [divisor, unit] = count < 999_500 ? [1000, 'k'] : count < 999_500_000 ? [1_000_000, 'M'] : [1_000_000_000, 'G'];
  return `${formatSignificant(count / (divisor as number))}\u00a0${unit}`;
}

/** A figure on an axis: short when large, exact when small. */
export function formatPlain(value: number): string {
  return Math.abs(value) >= 100_000 ? formatShortCount(value) : formatSignificant(value);
}
