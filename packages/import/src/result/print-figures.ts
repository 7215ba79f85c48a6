/** Figures in what tools print for people. */
import { refusal } from '@plimsoll/contracts/refusal';
import type { ResultTool } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';

const timeUs = { ns: 1e-3, us: 1, µs: 1, μs: 1, ms: 1000, s: 1e6, m: 60e6, h: 3600e6 } as const;

export function find(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

export function findNumber(text: string, pattern: RegExp): number | null {
  const found = find(text, pattern);
  return found === null ? null : Number(found);
}

/** `8.33ms`, `1.2s`, `612.00us`, Go's `1m30.5s`, also with blanks between its parts. Null: it is no time. */
export function readUs(written: string | null | undefined): number | null {
  const text = (written ?? '').trim();
  if (text === '0') return 0;
  if (!/^(?:\d+(?:\.\d+)? ?(?:ns|us|µs|μs|ms|s|m|h) ?)+$/.test(text)) return null;
  const parts = text.matchAll(/([\d.]+) ?(ns|us|µs|μs|ms|s|m|h)/g);
  return [...parts].reduce((sum, [, value, unit]) => sum + Number(value) * timeUs[unit as keyof typeof timeUs], 0);
}

/** Throws ImportError for a file that lacks what it must have. */
export function needed(tool: ResultTool, value: number | null, column: string): number {
  if (value === null) throw new ImportError(refusal('result_column', { tool, column }));
  return value;
}
