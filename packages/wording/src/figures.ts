/**
 * Figures as people read them, on every screen and in what the server writes: three significant digits, one unit,
 * never scientific. English until others follow.
 */

const groupSpace = '\u00a0';

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
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

/** A fraction as a percentage: 0.0123 → 1.23 %. */
export function formatShare(fraction: number | null): string {
  return fraction === null ? '–' : `${formatSignificant(fraction * 100)}\u00a0%`;
}

/** A relative change with its sign: +26.6 %, −3.1 %, 0 %. One decimal, because it stands in a column. */
export function formatChange(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  const percent = fraction * 100;
  const size = Math.abs(percent) >= 100 ? Math.abs(percent).toFixed(0) : Math.abs(percent).toFixed(1);
  if (Number(size) === 0) return `0.0\u00a0%`;
  return `${percent > 0 ? '+' : '−'}${grouped(size)}\u00a0%`;
}

/** A difference of two shares, in percentage points. */
export function formatPoints(fraction: number | null): string {
  if (fraction === null || !Number.isFinite(fraction)) return '–';
  const points = fraction * 100;
  const size = Math.abs(points) < 0.005 ? '0.0' : Math.abs(points) < 1 ? Math.abs(points).toFixed(2) : Math.abs(points).toFixed(1);
  return `${Number(size) === 0 ? '' : points > 0 ? '+' : '−'}${size}\u00a0pp`;
}

/** Per second: 17 840/s. */
export function formatRate(perSecond: number | null): string {
  return perSecond === null ? '–' : `${formatSignificant(perSecond)}/s`;
}

export interface TimeUnit {
  readonly name: 'µs' | 'ms' | 's';
  /** µs in one of this unit. */
  readonly us: number;
}

const microseconds: TimeUnit = { name: 'µs', us: 1 };
const milliseconds: TimeUnit = { name: 'ms', us: 1000 };
const seconds: TimeUnit = { name: 's', us: 1_000_000 };

/** The unit in which the largest of these figures reads best. */
export function timeUnit(values: Iterable<number | null | undefined>): TimeUnit {
  let largest = 0;
  for (const value of values) if (value != null && value > largest) largest = value;
  return largest < 1000 ? microseconds : largest < 1_000_000 ? milliseconds : seconds;
}

/** One figure in a unit chosen before: `84.2 ms`. One far below it keeps a unit of its own, since 0.00145 s reads badly. */
export function formatUs(us: number | null | undefined, unit: TimeUnit = timeUnit([us])): string {
  if (us == null) return '–';
  const fit = us > 0 && us < unit.us / 10 ? timeUnit([us]) : unit;
  return `${formatSignificant(us / fit.us)}\u00a0${fit.name}`;
}

/** A length in ms as words: 850 ms, 10 s, 1 min 24 s, 2 h 5 min. */
export function formatLength(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}\u00a0ms`;
  if (ms < 60_000) return `${formatSignificant(Math.round(ms / 100) / 10).replace(/\.0+$/, '')}\u00a0s`;
  const total = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const parts =
    hours > 0 ? [`${hours}\u00a0h`, minutes ? `${minutes}\u00a0min` : ''] : [`${minutes}\u00a0min`, rest ? `${rest}\u00a0s` : ''];
  return parts.filter(Boolean).join(' ');
}

export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
