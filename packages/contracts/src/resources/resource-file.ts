/** From a file of a tool that watched the target to figures with their moments. Pure: the server keeps what the browser previewed. */
import { type Refusal, refusal } from '../api/refusal.ts';
import { isTimezone } from '../api/timezone.ts';
import { type ResourceMetric, resourceMetrics } from '../figure/target-figures.ts';
import { readResourceTable } from './read-resource-table.ts';
import { type ColumnMap, type ColumnUse, guessColumns, isShare, toFigure } from './resource-columns.ts';
import { momentReader } from './resource-moment.ts';
import type { ResourceTable } from './resource-table.ts';
import { noResourceFigures, type ResourceFigures } from './resources.ts';

export interface FileOptions {
  /** The zone of times without one; absent = the file's own, else UTC. */
  readonly timezone?: string | undefined;
  readonly offsetMs: number;
  /** Second 0 of the run and its end, ms since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  /** Absent: guessed by the columns' names. */
  readonly columns?: ColumnMap;
}

export interface FilePoint {
  /** The second of the run. */
  readonly second: number;
  readonly figures: ResourceFigures;
}

export interface ResourceFile {
  readonly points: readonly FilePoint[];
  readonly cores: number | null;
  /** Rows before or after the run. */
  readonly outside: number;
}

/** The figures of the seconds of the run, or the first thing that is wrong with the file. */
export function readResourceFile(text: string, options: FileOptions): ResourceFile | { readonly error: Refusal } {
  const table = readResourceTable(text);
  return 'error' in table ? table : placeRows(table, options);
}

/** As {@link readResourceFile}, of a table that was read before. */
export function placeRows(table: ResourceTable, options: FileOptions): ResourceFile | { readonly error: Refusal } {
  const { startMs, endMs, offsetMs } = options;
  const timezone = options.timezone ?? table.timezone ?? 'UTC';
  if (!isTimezone(timezone)) return { error: refusal('no_timezone') };
  const uses = listUses(options.columns ?? guessColumns(table.columns), table);
  if ('error' in uses) return uses;
  const moment = momentReader({ timezone, startMs, aroundMs: (startMs + endMs) / 2 - offsetMs });
  const lastSecond = Math.max(0, Math.ceil((endMs - startMs) / 1000) - 1);
  const seconds = new Map<number, Map<number, ResourceFigures[]>>();
  let outside = 0;
  let span: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { line, cells } of table.rows) {
    const written = cells[table.time] ?? '';
    const at = moment(written);
    if (at === null) return { error: refusal('resource_moment', { line, got: cut(written) }) };
    const figures = readFigures(cells, line, table, uses);
    if ('error' in figures) return figures;
    const ms = at + offsetMs;
    span = [Math.min(span[0], ms), Math.max(span[1], ms)];
    const second = Math.floor((ms - startMs) / 1000);
    if (second < 0 || second > lastSecond) {
      outside += 1;
      continue;
    }
    const moments = seconds.get(second) ?? new Map<number, ResourceFigures[]>();
    seconds.set(second, moments);
    const rows = moments.get(ms);
    if (rows) rows.push(figures);
    else moments.set(ms, [figures]);
  }
  if (seconds.size === 0) {
    const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    return { error: refusal('resource_outside', { first: iso(span[0]), last: iso(span[1]), from: iso(startMs), to: iso(endMs) }) };
  }
  const points = [...seconds].sort(([a], [b]) => a - b).map(([second, moments]) => ({ second, figures: secondOf(moments, table.parts) }));
  return { points, cores: table.cores, outside };
}

/** Processes of one moment add up; looks at the same in one second, and tables of one moment, do not. */
function secondOf(moments: ReadonlyMap<number, readonly ResourceFigures[]>, parts: boolean): ResourceFigures {
  const wholes = [...moments.values()].map((rows) => combine(rows, parts ? sum : mean));
  return combine(wholes, mean);
}

function combine(rows: readonly ResourceFigures[], how: (values: readonly number[]) => number): ResourceFigures {
  const combined = resourceMetrics.map((name) => {
    const values = rows.flatMap((row) => row[name] ?? []);
    const value = values.length === 0 ? null : how(values);
    return [name, value !== null && isShareMetric(name) ? Math.min(1, value) : value];
  });
  return { ...noResourceFigures, ...Object.fromEntries(combined) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const isShareMetric = (name: ResourceMetric) => name === 'cpu' || name.endsWith('Share');

type Use = ColumnUse & { readonly metric: ResourceMetric };

/** A plain "cpu" may be a fraction or percent: its values say which. */
function listUses(map: ColumnMap, table: ResourceTable): readonly Use[] | { readonly error: Refusal } {
  const uses = resourceMetrics.flatMap((metric): Use[] => {
    const use = map[metric];
    if (!use || use.columns.length === 0) return [];
    const percent = use.unit === 'share' && table.rows.some(({ cells }) => use.columns.some((at) => (readNumber(cells[at]) ?? 0) > 1.5));
    return [{ ...use, metric, unit: percent ? 'percent' : use.unit }];
  });
  if (uses.length === 0) return { error: refusal('resource_no_metric', { columns: cut(table.columns.join(', '), 300) }) };
  if (table.cores === null && uses.some(({ unit }) => unit === 'oneCorePercent')) return { error: refusal('resource_cores') };
  return uses;
}

function readFigures(
  cells: readonly string[],
  line: number,
  { columns, cores }: ResourceTable,
  uses: readonly Use[],
): ResourceFigures | { readonly error: Refusal } {
  const figures: { -readonly [Name in ResourceMetric]: number | null } = { ...noResourceFigures };
  for (const { metric, columns: places, unit } of uses) {
    let total: number | null = null;
    for (const at of places) {
      const written = cells[at] ?? '';
      const value = readNumber(written);
      if (value === undefined) return { error: refusal('resource_number', { line, column: cut(columns[at] ?? ''), got: cut(written) }) };
      if (value !== null) total = (total ?? 0) + value;
    }
    if (total !== null) figures[metric] = isShare(unit) ? toFigure(total, unit, cores) : Math.max(0, toFigure(total, unit, cores));
  }
  return figures;
}

const binary: Readonly<Record<string, number>> = { '': 1, B: 1, k: 1024, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Null: the cell is empty or says that nothing is known. Undefined: it is no number. */
function readNumber(written = ''): number | null | undefined {
  const text = written.trim();
  if (text === '' || text === '-' || /^(nan|n\/a|null)$/i.test(text)) return null;
  // dstat's text: 12k, 1.5M.
  const found = /^(-?(?:\d+(?:[.,]\d+)?|\.\d+)(?:e[+-]?\d+)?)\s*(%|[BkKMG]?)$/i.exec(text);
  if (!found) return undefined;
  const value = Number((found[1] ?? '').replace(',', '.')) * (binary[found[2] ?? ''] ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

function cut(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
