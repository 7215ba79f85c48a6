/**
 * Durations as people write them: `500ms`, `10s`, `1.5m`, `2h`, `1m30s`, `2 min`. A plan keeps the text as a number and one unit (`90s`),
 * which earlier versions read, too; the engine asks for milliseconds.
 */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { readNumber } from './typed-figure.ts';

const pattern = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h)$/;
const unitMs = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
type DurationUnit = keyof typeof unitMs;
/** From the largest to the smallest. */
const spellings: Readonly<Record<DurationUnit, RegExp>> = {
  h: /^(?:h|hrs?|hours?|小时)$/i,
  m: /^(?:m|mins?|minutes?|分钟?)$/i,
  s: /^(?:s|secs?|seconds?|秒)$/i,
  ms: /^(?:ms|msecs?|milliseconds?|毫秒)$/i,
};
const units = Object.keys(spellings) as DurationUnit[];
const amountAndUnit = /(\d(?:[\d ,._'’]{0,20}\d)?)\s*([a-z]+|[\u4e00-\u9fff]+)\s*/giy;

/** A duration with its unit, for example `10s`. Units: ms, s, m, h. */
export const durationSchema = z
  .string()
  .overwrite(settleDuration)
  .regex(pattern, { ...refused('duration_pattern'), abort: true })
  .meta({ id: 'Duration', description: 'A number and a unit: 500ms, 10s, 1.5m, 2h. 1m30s is read as 90s.', examples: ['10s'] });

/** One that is longer than 0. */
export const lastingSchema = durationSchema.refine((value) => durationMs(value) > 0, refused('duration_zero'));

export type Duration = z.infer<typeof durationSchema>;

/** Milliseconds of a duration that {@link durationSchema} accepts. Throws RangeError on anything else. */
export function durationMs(duration: string): number {
  const [, amount, unit] = pattern.exec(settleDuration(duration)) ?? [];
  if (amount === undefined) throw new RangeError(`not a duration: ${duration}`);
  return Number(amount) * unitMs[unit as DurationUnit];
}

/** Writes a person's duration with one number and one unit. A wrong one stays wrong. */
function settleDuration(written: string): string {
  if (pattern.test(written)) return written;
  const text = written.trim();
  const found = [...text.matchAll(amountAndUnit)];
  const parts = found.map(([, typed = '', spelt = '']) => ({
    amount: readNumber(typed),
    unit: units.findIndex((unit) => spellings[unit].test(spelt)),
  }));
  if (found.reduce((sum, [whole]) => sum + whole.length, 0) < text.length) return written;
  if (parts.length === 0 || parts.some(({ amount, unit }) => amount === null || unit < 0)) return written;
  const msOf = (unit: number) => unitMs[units[unit] as DurationUnit];
  const [{ amount, unit }] = parts as [{ amount: number; unit: number }];
  if (parts.length === 1) return `${amount}${units[unit]}`;
  // Each unit at most once, the largest first.
  const falls = parts.every((part, at) => Number.isInteger(part.amount) && (at === 0 || part.unit > (parts[at - 1]?.unit ?? 0)));
  return falls ? formatDuration(parts.reduce((sum, part) => sum + (part.amount ?? 0) * msOf(part.unit), 0)) : written;
}

/** The shortest text that {@link durationMs} reads back as the same number of milliseconds. */
export function formatDuration(ms: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    const amount = ms / unitMs[unit];
    if (amount >= 1 && Number.isInteger(amount)) return `${amount}${unit}`;
  }
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
