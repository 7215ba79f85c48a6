/** Moments as people read them: the day, the time of day, how long ago. */

export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** The time that has passed, short, for a column: now, 12 min, 5 h, 3 d, else the date. */
export function formatAgo(iso: string, nowMs: number): string {
  const minutes = (nowMs - Date.parse(iso)) / 60_000;
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${Math.floor(minutes)}\u00a0min`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)}\u00a0h`;
  if (minutes < 60 * 24 * 7) return `${Math.floor(minutes / 60 / 24)}\u00a0d`;
  return formatDay(iso);
}

/** Further away than this, a time of day alone would be read as today's. */
const mostOfADayMs = 20 * 3_600_000;

/** The time of day of a moment near `nowMs`, "23:14"; with the day where it is further away than most of one. In the machine's zone where none is given. */
export function formatHour(iso: string, nowMs: number, timeZone?: string): string {
  const far = Math.abs(Date.parse(iso) - nowMs) > mostOfADayMs;
  return new Date(iso).toLocaleString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(far ? { day: 'numeric', month: 'short' } : {}),
  });
}

export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
}
