/** Times in µs and lengths in ms as text. A chart or a column chooses its unit once, from its largest figure. */
import { formatSignificant } from './number.ts';

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

/**
 * Writes the figures of one column, all in one unit, so that they can be compared at a glance. It is the unit of the largest,
 * or the next smaller one where that would write the smallest as 0.0188 s or 0.00145 ms.
 */
export function timeColumn(values: Iterable<number | null | undefined>): (us: number | null | undefined) => string {
  const known = [...values].filter((us) => us != null && us > 0) as number[];
  const largest = timeUnit(known);
  const unit = known.some((us) => us < largest.us / (largest === seconds ? 10 : 100)) ? timeUnit([largest.us - 1]) : largest;
  return (us) => (us == null ? '–' : `${formatSignificant(us / unit.us)}\u00a0${unit.name}`);
}

/** A length in ms as words, to the tenth of a second: 850 ms, 2.1 s, 10 s, 1 min 24 s, 2 h 5 min. */
export function formatLength(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}\u00a0ms`;
  if (ms < 60_000) return `${Math.round(ms / 100) / 10}\u00a0s`;
  const total = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  const parts =
    hours > 0 ? [`${hours}\u00a0h`, minutes ? `${minutes}\u00a0min` : ''] : [`${minutes}\u00a0min`, rest ? `${rest}\u00a0s` : ''];
  return parts.filter(Boolean).join(' ');
}

/** Seconds since the start as a clock: 1:24, 1:02:03. */
export function formatClock(totalSeconds: number): string {
  const whole = Math.max(0, Math.floor(totalSeconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
