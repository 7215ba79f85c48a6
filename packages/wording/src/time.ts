/** Times in µs and lengths in ms as text. A chart or a column chooses its unit once, from its largest figure. */
import { formatDay } from './figures.ts';

export { formatDay, formatLength, formatUs, type TimeUnit, timeUnit } from './figures.ts';

/** Seconds since the start as a clock: 1:24, 1:02:03. */
export function formatClock(totalSeconds: number): string {
  const whole = Math.max(0, Math.floor(totalSeconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How long ago, short, for a column: now, 12 min, 5 h, 3 d, else the date. */
export function formatAgo(iso: string, nowMs: number): string {
  const minutes = (nowMs - Date.parse(iso)) / 60_000;
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${Math.floor(minutes)}\u00a0min`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)}\u00a0h`;
  if (minutes < 60 * 24 * 7) return `${Math.floor(minutes / 60 / 24)}\u00a0d`;
  return formatDay(iso);
}

/** The time of day of a moment near `nowMs`; with the day where it is further away than most of one. */
export function formatHour(iso: string, nowMs: number): string {
  const far = Math.abs(Date.parse(iso) - nowMs) > 20 * 3_600_000;
  return new Date(iso).toLocaleString('en-GB', { hour: '2-digit', minute: '2-digit', ...(far ? { day: 'numeric', month: 'short' } : {}) });
}

export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
}
