/** Data rows of a plan: CSV with a header line, or a JSON list of objects. Parsed strictly: nothing is mended silently. */
import { z } from 'zod';
import { type Refusal, refusal, refused } from '../api/refusal.ts';
import { readSeparated } from './separated-lines.ts';

export const dataOrders = ['roundRobin', 'random', 'once'] as const;
export const dataSchema = z.strictObject({
  format: z.enum(['csv', 'json']),
  /** The file's text. */
  text: z
    .string()
    .max(1024 * 1024, refused('data_too_large'))
    .refine((value) => !value.includes('\u0000'), refused('nul_character')),
  /** `once` uses every row once and sends no more requests than there are rows. */
  order: z.enum(dataOrders).default('roundRobin'),
});
export type Data = z.infer<typeof dataSchema>;

export interface DataRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Columns that data rows may have. */
export const mostColumns = 200;
export const mostRows = 200_000;
const columnName = /^[A-Za-z0-9_-]{1,100}$/;

/** The rows, or the first thing wrong. */
export function parseRows(data: Pick<Data, 'format' | 'text'>): DataRows | { readonly error: Refusal } {
  if (data.text.startsWith('\ufeff')) return { error: refusal('data_bom') };
  const parsed = data.format === 'csv' ? csvRows(data.text) : jsonRows(data.text);
  if ('error' in parsed) return parsed;
  const bad = parsed.columns.find((name) => !columnName.test(name));
  if (bad !== undefined) return { error: refusal('data_column_name', { name: bad.slice(0, 50) }) };
  if (new Set(parsed.columns).size < parsed.columns.length) return { error: refusal('data_column_twice') };
  if (parsed.rows.length === 0) return { error: refusal('data_no_rows') };
  return parsed;
}

function csvRows(text: string): DataRows | { readonly error: Refusal } {
  const read = readSeparated(text, ',', { columns: mostColumns, lines: mostRows + 1 });
  if ('unread' in read) {
    const { unread } = read;
    if (unread.kind === 'quote') return { error: refusal('data_quote', { line: unread.line, at: unread.at }) };
    if (unread.kind === 'columns') return { error: refusal('data_columns_most', { most: mostColumns }) };
    return { error: refusal('data_rows_most', { most: mostRows }) };
  }
  const [columns, ...rows] = read.lines;
  if (!columns) return { error: refusal('data_empty') };
  const ragged = rows.findIndex((row) => row.length !== columns.length);
  if (ragged >= 0)
    return { error: refusal('data_ragged', { line: ragged + 2, fields: rows[ragged]?.length ?? 0, columns: columns.length }) };
  return { columns, rows };
}

function jsonRows(text: string): DataRows | { readonly error: Refusal } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Engines that name the line do so in these words.
    const line = /line (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return { error: line ? refusal('data_no_json_line', { line }) : refusal('data_no_json') };
  }
  if (!Array.isArray(value)) return { error: refusal('data_no_list') };
  if (value.length > mostRows) return { error: refusal('data_rows_most', { most: mostRows }) };
  const [first] = value as unknown[];
  if (first === undefined) return { error: refusal('data_no_rows') };
  if (first === null || typeof first !== 'object' || Array.isArray(first)) return { error: refusal('data_no_list') };
  const columns = Object.keys(first);
  if (columns.length > mostColumns) return { error: refusal('data_columns_most', { most: mostColumns }) };
  const rows: string[][] = [];
  for (const [index, row] of (value as unknown[]).entries()) {
    const fields = row as Record<string, unknown>;
    const same =
      row !== null && typeof row === 'object' && Object.keys(row).length === columns.length && columns.every((c) => Object.hasOwn(row, c));
    if (!same) return { error: refusal('data_row_differs', { row: index + 1 }) };
    rows.push(columns.map((c) => (typeof fields[c] === 'string' ? (fields[c] as string) : JSON.stringify(fields[c]))));
  }
  return { columns, rows };
}
