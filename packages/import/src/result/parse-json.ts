import { refusal } from '@plimsoll/contracts/refusal';
import { ImportError } from '../import-error.ts';
import type { FigurePlace } from './figure-limits.ts';

const longestShown = 60;

/** A line of a file that has an object a line. Throws ImportError that names the line. */
export function parseJsonLine(row: string, { tool, line, column }: FigurePlace): object {
  try {
    const value: unknown = JSON.parse(row);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new ImportError(refusal('result_row', { tool, line, column, value: row.slice(0, longestShown) }));
}
