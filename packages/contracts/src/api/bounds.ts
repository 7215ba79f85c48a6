/** Bounds of the numbers and times that a request may hold: what is beyond them is no second, no moment and no duration of anything here. */
import { z } from 'zod';
import { refusal, refuse, refused } from './refusal.ts';

/** A whole number of 32 bits. */
const mostWhole = 2_147_483_647;
/** A number in a command or a script. */
export const mostNumber = 1e15;
/** Some thirty years. */
export const longestDurationMs = 1e12;

/** Beyond 2100 a moment is a mistake. */
const endOfTimeMs = Date.UTC(2100, 0, 1);
/** To the nanosecond, with an offset. */
const longestMoment = 35;
/** The largest offset of a clock on Earth: no database need know others. */
const mostOffsetHours = 14;

function offsetHours(moment: string): number {
  const [, hours = '0', minutes = '0'] = /[+-](\d\d):?(\d\d)$/.exec(moment) ?? [];
  return Number(hours) + Number(minutes) / 60;
}

/** ISO 8601 with an offset, between 1970 and 2100. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .max(longestMoment)
  .superRefine((at, context) => {
    if (offsetHours(at) > mostOffsetHours) refuse(context, [], refusal('moment_offset', { most: mostOffsetHours }));
  })
  .refine((at) => Date.parse(at) >= 0 && Date.parse(at) < endOfTimeMs, refused('moment_range'));

/** A second of a run. */
export const secondSchema = z.int().nonnegative().max(mostWhole);

/** A whole number in a query. */
export const queriedWhole = z.coerce.number().int().nonnegative().max(mostWhole);
/** Numbers of what is written one after the other go further. */
export const queriedSequence = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
