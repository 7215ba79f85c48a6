/**
 * Durations as people write them: `500ms`, `10s`, `1.5m`, `2h`, `1m30s`. A plan keeps the text, one of several units as one (`90s`), which earlier
 * versions read, too; the engine asks for milliseconds.
 */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

const pattern = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h)$/;
/** Each unit at most once, the largest first. */
const several = /^(?=\d{1,12}[hms])(?:(\d{1,12})h)?\s*(?:(\d{1,12})m(?!s))?\s*(?:(\d{1,12})s)?\s*(?:(\d{1,12})ms)?$/;
const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** A duration with its unit, for example `10s`. Units: ms, s, m, h. */
export const durationSchema = z
  .string()
  .overwrite((text) => (pattern.test(text) || !several.test(text) ? text : formatDuration(durationMs(text))))
  .regex(pattern, { ...refused('duration_pattern'), abort: true })
  .meta({ id: 'Duration', description: 'A number and a unit: 500ms, 10s, 1.5m, 2h. 1m30s is read as 90s.', examples: ['10s'] });

export type Duration = z.infer<typeof durationSchema>;

/** Milliseconds of a duration that {@link durationSchema} accepted. Throws RangeError on anything else. */
export function durationMs(duration: string): number {
  const match = pattern.exec(duration);
  if (match) return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
  const [whole, h = 0, m = 0, s = 0, ms = 0] = several.exec(duration) ?? [];
  if (whole === undefined) throw new RangeError(`not a duration: ${duration}`);
  return Number(h) * unitMs.h + Number(m) * unitMs.m + Number(s) * unitMs.s + Number(ms);
}

/** The shortest text that {@link durationMs} reads back as the same number of milliseconds. */
export function formatDuration(ms: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    const amount = ms / unitMs[unit];
    if (amount >= 1 && Number.isInteger(amount)) return `${amount}${unit}`;
  }
  return ms >= 1000 && ms % 100 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
