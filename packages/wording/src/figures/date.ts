/** Moments as people read them: the day, the time of day, how long ago. */
import { agoWords } from '../en/list.ts';
import { readersLanguage } from '../words.ts';

/** The locale of the reader's dates; those in English are written as 24 Nov 2026. */
const locale = () => (readersLanguage() === 'en' ? 'en-GB' : readersLanguage());

/** In Chinese in figures alone, as columns of dates have them there: 2026/11/24. */
export function formatDay(iso: string): string {
  const month = readersLanguage() === 'zh' ? 'numeric' : 'short';
  return new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month, year: 'numeric' });
}

/** `2026-10`, a month of UTC: Oct 2026. */
export function formatMonth(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** Of an axis: without the year. */
export function formatDayOfYear(iso: string): string {
  const month = readersLanguage() === 'zh' ? 'numeric' : 'short';
  return new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month });
}

/** Sunday is 0 and 7. 4 Jan 2026 was one. */
export function dayOfWeek(day: number): string {
  return new Date(Date.UTC(2026, 0, 4 + day)).toLocaleDateString(locale(), { weekday: 'long', timeZone: 'UTC' });
}

/** The time that has passed, short, for a column: now, 12 min, 5 h, 3 d, else the date. */
export function formatAgo(iso: string, nowMs: number): string {
  const minutes = (nowMs - Date.parse(iso)) / 60_000;
  if (minutes < 1) return agoWords.now;
  if (minutes < 60) return agoWords.minutes({ text: Math.floor(minutes) });
  if (minutes < 60 * 24) return agoWords.hours({ text: Math.floor(minutes / 60) });
  if (minutes < 60 * 24 * 7) return agoWords.days({ text: Math.floor(minutes / 60 / 24) });
  return formatDay(iso);
}

/** The same inside a sentence: just now, 12 min ago, on 24 Nov 2026. */
export function sayAgo(iso: string, nowMs: number): string {
  const text = formatAgo(iso, nowMs);
  if (text === agoWords.now) return agoWords.said.now;
  return text === formatDay(iso) ? agoWords.said.on({ day: text }) : agoWords.said.passed({ text });
}

const hourOfDay = { hour: '2-digit', minute: '2-digit' } as const;

/** Further away than this, a time of day alone would be read as today's. */
const mostOfADayMs = 20 * 3_600_000;

/** The time of day of a moment near `nowMs`, "23:14"; with the day where it is further away than most of one. In the machine's zone where none is given. */
export function formatHour(iso: string, nowMs: number, timeZone?: string): string {
  const far = Math.abs(Date.parse(iso) - nowMs) > mostOfADayMs;
  return new Date(iso).toLocaleString(locale(), {
    ...hourOfDay,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(far ? { day: 'numeric', month: 'short' } : {}),
  });
}

const moment = { day: 'numeric', month: 'short', year: 'numeric', ...hourOfDay } as const;

/** In the machine's zone where none is given. */
export function formatMoment(iso: string, timeZone?: string): string {
  return new Date(iso).toLocaleString(locale(), { ...moment, ...(timeZone === undefined ? {} : { timeZone }) });
}

/** The same in this zone, which is named: for those who read it elsewhere. */
export function formatMomentIn(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString(locale(), { ...moment, timeZone, timeZoneName: 'short' });
}
