/** Numbers and times as other tools write them. */
import { longestDurationMs, mostNumber } from '@plimsoll/contracts/bounds';
import { type Duration, formatDuration } from '@plimsoll/contracts/duration';
import { refusal } from '@plimsoll/contracts/refusal';
import { ImportError } from '../import-error.ts';

export interface Written {
  readonly flag: string;
  readonly value: string;
}

const thousands = { k: 1e3, m: 1e6, g: 1e9 } as const;
const unitMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const longestShown = 60;

function within({ flag, value }: Written, amount: number, most: number): number {
  if (!(amount <= most)) throw new ImportError(refusal('flag_beyond', { flag, got: value.slice(0, longestShown) }));
  return amount;
}

/** `200`, `1.5k`, `2M`. Throws ImportError on anything else. */
export function readNumber({ flag, value }: Written): number {
  const match = /^(\d+(?:\.\d+)?)([kmg])?$/i.exec(value.trim());
  if (!match) throw new ImportError(refusal('flag_needs_number', { flag, got: value }));
  const unit = match[2]?.toLowerCase() as keyof typeof thousands | undefined;
  return within({ flag, value }, Number(match[1]) * (unit ? thousands[unit] : 1), mostNumber);
}

/** A number, or `fallback` where the flag is not given. */
export function numberOr(written: Written | undefined, fallback: number): number {
  return written ? readNumber(written) : fallback;
}

/** Milliseconds of `10s`, `1m30s`, `500ms`; a number alone is in `bare`. Throws ImportError on anything else. */
export function readTimeMs({ flag, value }: Written, bare: keyof typeof unitMs = 's'): number {
  const text = value.trim().replaceAll(' ', '');
  if (/^\d+(\.\d+)?$/.test(text)) return within({ flag, value }, Number(text) * unitMs[bare], longestDurationMs);
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)(?:ec|in|our)?s?/gi)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text)
    throw new ImportError(refusal('flag_needs_time', { flag, got: value }));
  const ms = parts.reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * unitMs[unit.toLowerCase() as keyof typeof unitMs], 0);
  return within({ flag, value }, ms, longestDurationMs);
}

/** A time of at least 1 ms as a plan writes it; of what a sum or a quotient comes to, the longest there is. */
export function writeTime(ms: number): Duration {
  return formatDuration(Math.min(longestDurationMs - 1, Math.max(1, Math.ceil(ms))));
}
