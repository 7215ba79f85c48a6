/**
 * Changes of the list of requests. Pure functions for the kernel's `update`, in place of Mantine's list actions: those know one list,
 * and a change here touches names, keys, thresholds and checks at once.
 */
import type { FormValues } from './form-values.ts';
import { emptyRequest, type RequestRow } from './request-row.ts';

type Rows = readonly RequestRow[];

export function nextKey(rows: Rows): number {
  return Math.max(-1, ...rows.map((row) => row.key)) + 1;
}

/** A name that no row has: the wish, else the wish and a number. */
export function freeName(rows: Rows, wish: string): string {
  const names = new Set(rows.map((row) => row.name));
  for (let number = 2, name = wish; ; number++) {
    if (!names.has(name)) return name;
    name = `${wish} ${number}`;
  }
}

/** A name for a request that goes there: the last word of its path. */
export function suggestName(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/, '');
  const words = path.split('/').filter((word) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,30}$/.test(word) && /[A-Za-z0-9_]$/.test(word));
  return words.at(-1) ?? 'request';
}

/** One more request, to the origin of the others; a single target becomes the first of the list. */
export function withRequest({ requestRows }: FormValues): Partial<FormValues> & { readonly requestRows: Rows } {
  const [first = emptyRequest] = requestRows;
  const named = requestRows.map((row) => (row.name === '' ? { ...row, name: freeName(requestRows, suggestName(row.url)) } : row));
  const origin = /^https?:\/\/[^/?#]*/.exec(first.url)?.[0];
  const added = { ...emptyRequest, key: nextKey(requestRows), name: freeName(named, 'request'), url: origin ? `${origin}/` : '' };
  return { several: true, requestRows: [...named, added] };
}

export function moved(rows: Rows, from: number, to: number): Rows {
  const row = rows[from];
  return row && to >= 0 && to < rows.length ? rows.toSpliced(from, 1).toSpliced(to, 0, row) : rows;
}

export function duplicated(rows: Rows, index: number): Rows {
  const row = rows[index];
  return row ? rows.toSpliced(index + 1, 0, { ...row, key: nextKey(rows), name: freeName(rows, row.name) }) : rows;
}

/** The one request that is left as the plan's target: its checks become the plan's, what only a list can say goes. */
export function asTarget({ requestRows, checks, thresholds }: FormValues): Partial<FormValues> {
  const [row = emptyRequest] = requestRows;
  return {
    several: false,
    requestOrder: 'auto',
    requestRows: [{ ...row, checks: [], extract: [], weight: emptyRequest.weight }],
    checks: [...checks, ...row.checks],
    thresholds: thresholds.map((text) => (requestIn(text) === row.name ? aboutRequest(text, null) : text)),
  };
}

const braced = /\{([^{}]*)\}/;

/** The request a threshold names; null for all. */
export function requestIn(threshold: string): string | null {
  return braced.exec(threshold)?.[1]?.trim() ?? null;
}

/** The threshold about another request, or about all. */
export function aboutRequest(threshold: string, request: string | null): string {
  const name = request === null ? '' : `{${request}}`;
  if (braced.test(threshold)) return threshold.replace(braced, () => name);
  return threshold.replace(/^\s*[a-z_]+(?:\s*\([^)]*\))?/, (metric) => `${metric}${name}`);
}

/** A request's new name, also where a threshold uses it. */
export function renamed({ thresholds }: FormValues, from: string, to: string): Partial<FormValues> {
  return { thresholds: thresholds.map((text) => (requestIn(text) === from ? aboutRequest(text, to) : text)) };
}

/** Each row's part of the whole, 0 to 1; null while a weight cannot be read. */
export function shares(rows: Rows): readonly (number | null)[] {
  const weights = rows.map(({ weight }) => (/^\s*\d+\s*$/.test(weight) ? Number(weight) : Number.NaN));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum > 0 ? weight / sum : null));
}
