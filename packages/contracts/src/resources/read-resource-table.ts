/** A file of a tool that watched the target, as rows of cells under named columns. Text tables and separated ones become the same. */
import { type Refusal, refusal } from '../api/refusal.ts';
import { readSeparated, type Separator } from '../request/separated-lines.ts';
import type { ResourceTable } from './resource-table.ts';
import { textTable } from './text-table.ts';

/** A counter's path with its host is shorter; patterns are tried on each name. */
const longestName = 300;
const most = { columns: 1000, lines: 200_000 };

/** The table, or what is wrong with the file. */
export function readResourceTable(written: string): ResourceTable | { readonly error: Refusal } {
  const text = written.replace(/^\ufeff/, '').replace(/^\s*\n/, '');
  if (text.trim() === '') return { error: refusal('resource_empty') };
  return separated(text) ?? textTable(text);
}

/** `(PDH-CSV 4.0) (Tokyo Standard Time)(-540)`: minutes to add to local time for UTC. */
const perfmonHead = /^\(PDH-(?:CSV|TSV) \d+\.\d+\)(?: \(.*\)\((-?\d+)\))?$/;
const timeName = /^(time ?stamp|time|date ?time|date|at|epoch|ts|when|clock|secs?|seconds?|elapsed|system:time|epoch:epoch)$/i;

/** Null: it is no separated text. */
function separated(text: string): ResourceTable | { readonly error: Refusal } | null {
  // dstat writes lines of its own before its table, and typeperf around it.
  const head = text.split('\n', 12).find((line) => /[\t,;]/.test(line) && /time|date|epoch|PDH|"at"|^at[,;\t]|sec/i.test(line));
  if (head === undefined || /^\s*(Linux|procs)\b/.test(text)) return null;
  const separator = separatorOf(head);
  const read = readSeparated(text, separator, most);
  if ('unread' in read) return { error: unread(read.unread) };
  const at = read.lines.findIndex((line) => line.length > 1 && line.some((cell) => isTimeName(cell)));
  const names = read.lines[at];
  if (!names) return { error: refusal('resource_no_time') };
  const columns = withGroups(names, read.lines[at - 1]).map((name) => name.slice(0, longestName));
  if (columns.length > most.columns) return { error: refusal('resource_columns_most', { most: most.columns }) };
  const time = columns.findIndex((column) => isTimeName(column));
  const rows: { line: number; cells: string[] }[] = [];
  for (const [index, cells] of read.lines.entries()) {
    // The tool's closing line is no row.
    if (index <= at || cells.length < 2 || !cells.some((cell) => /\d/.test(cell))) continue;
    if (cells.length !== columns.length)
      return { error: refusal('resource_ragged', { line: index + 1, fields: cells.length, columns: columns.length }) };
    rows.push({ line: index + 1, cells });
  }
  if (rows.length === 0) return { error: refusal('resource_empty') };
  return { columns, rows, time, timezone: biasOf(names[time] ?? ''), cores: null, parts: false };
}

const isTimeName = (cell: string) => timeName.test(cell.trim()) || perfmonHead.test(cell.trim());

function separatorOf(head: string): Separator {
  const count = (sign: string) => head.split(sign).length;
  return (['\t', ',', ';'] as const).reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** dstat names its groups a line above, once for all columns of a group. */
function withGroups(names: readonly string[], above: readonly string[] | undefined): string[] {
  if (!above || above.length !== names.length || !above.includes('')) return [...names];
  let group = '';
  return names.map((name, at) => {
    group = above[at] || group;
    return group === '' || isTimeName(name) ? name : `${group}:${name}`;
  });
}

function biasOf(name: string): string | null {
  const bias = perfmonHead.exec(name.trim())?.[1];
  if (bias === undefined) return null;
  const minutes = Math.abs(Number(bias));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Number(bias) > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function unread(what: { readonly kind: string; readonly line: number; readonly at?: number }): Refusal {
  if (what.kind === 'quote') return refusal('resource_quote', { line: what.line, at: what.at ?? 0 });
  return what.kind === 'columns'
    ? refusal('resource_columns_most', { most: most.columns })
    : refusal('resource_rows_most', { most: most.lines });
}
