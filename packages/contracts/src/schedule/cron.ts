/**
 * Times by cron: five fields (minute, hour, day of month, month, day of week) in the time zone of a place. croner reads them.
 *
 * Where clocks change: a fixed time that does not exist that day comes as soon as the clocks have jumped; one that comes twice, the first time
 * only. A schedule of every hour or of every so many minutes follows the real time, and knows no change.
 */
import { Cron } from 'croner';
import { z } from 'zod';
import { type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { isTimezone } from '../api/timezone.ts';

const anyTime = ['*', '*', '*', '*', '*'];

function openCron(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true });
}

function isReadable(cron: string): boolean {
  try {
    openCron(cron, 'UTC');
    return true;
  } catch {
    return false;
  }
}

/** Fields with one blank between them. */
export const cronSchema = z
  .string()
  .max(200)
  .overwrite((text) => text.trim().replace(/\s+/g, ' '))
  .superRefine((cron, context) => {
    const issue = (reason: Refusal) => refuse(context, [], reason);
    const parts = cron.split(' ');
    if (parts.length !== anyTime.length) return issue(refusal('cron_fields'));
    // Each by itself, so that the wrong one can be named.
    const wrong = parts.findIndex((part, index) => !isReadable(anyTime.with(index, part).join(' ')));
    if (wrong >= 0) return issue(refusal('cron_field', { place: wrong + 1, got: parts[wrong] ?? '' }));
    if (!isReadable(cron) || openCron(cron, 'UTC').nextRun() === null) issue(refusal('cron_never'));
  });

/** An IANA name: an offset knows no change of clocks. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimezone(name), refused('no_timezone'));

export interface CronTimes {
  /** As {@link cronSchema} takes it. */
  readonly cron: string;
  readonly timeZone: string;
}

/** The next times after a moment; fewer than `count` where no more are to come. */
export function nextTimes({ cron, timeZone }: CronTimes, after: Date, count: number): Date[] {
  return openCron(cron, timeZone).nextRuns(count, after);
}

/** Times from a due one up to now: so many were missed beside it, counted up to `most`. */
export function countMissed(times: CronTimes, due: Date, now: Date, most: number): number {
  const read = openCron(times.cron, times.timeZone);
  let missed = 0;
  for (let next = read.nextRun(due); next && next <= now && missed < most; next = read.nextRun(next)) missed++;
  return missed;
}
