/** JSON of result files, whose values are counted before they are made. */
import { mostResultValues } from '@plimsoll/contracts/intake-budget';
import { refusal } from '@plimsoll/contracts/refusal';
import { scanJson } from '@plimsoll/contracts/scan-json';
import { ImportError } from '../import-error.ts';
import type { FigurePlace } from './figure-limits.ts';

const longestShown = 60;
/** So short a text needs no look. */
const shortText = 64 * 1024;

/** Undefined: it is no JSON. Throws ImportError where it holds too much. */
export function parseJson(text: string): unknown {
  if (text.length > shortText) {
    const { tooMany, tooDeep } = scanJson(text, mostResultValues, { keys: false });
    // Nobody writes results so deep.
    if (tooDeep) return undefined;
    if (tooMany) throw new ImportError(refusal('result_values', { most: mostResultValues }));
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A line of a file that has an object a line. Throws ImportError that names the line. */
export function parseJsonLine(row: string, { tool, line, column }: FigurePlace): object {
  const value = parseJson(row);
  if (typeof value === 'object' && value !== null) return value;
  throw new ImportError(refusal('result_row', { tool, line, column, value: row.slice(0, longestShown) }));
}
