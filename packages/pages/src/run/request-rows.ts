/** Each request of a plan with several, as rows of a table: from the points while the run goes on, from its summary at the end. */

import type { Point, RequestPoint, Times } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { histogramsIn, timesRow } from '@plimsoll/contracts/times';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';

/** Times of a request with which of their figures, as their rows have them listed. */
const listedTimes = histogramsIn('requestSummary').flatMap((times) =>
  (timesRow(times).listed ?? []).map((field) => ({
    column: times === 'responseTime' ? field : (`${times}.${field}` as const),
    times,
    field,
  })),
);
/** `p99Us` of response time, `timeToFirstByte.p50Us`. */
export type RequestColumn = 'share' | 'perSecond' | 'errorRate' | (typeof listedTimes)[number]['column'];
export const requestColumns: readonly RequestColumn[] = ['share', 'perSecond', 'errorRate', ...listedTimes.map(({ column }) => column)];

/** The times of a column; null of the others. */
export function timesOf(column: RequestColumn): (typeof listedTimes)[number] | null {
  return listedTimes.find((listed) => listed.column === column) ?? null;
}

/** Only some are known of a run under way. */
export function isLive(column: RequestColumn): boolean {
  const listed = timesOf(column);
  return listed === null || timesRow(listed.times).places.includes('requestPoint');
}

interface RequestFigures extends Readonly<Record<RequestColumn, number | null>> {
  /** Share of everything that was sent, 0 … 1; null where nothing was. */
  readonly share: number | null;
  readonly perSecond: number;
}

export interface RequestRow extends RequestFigures {
  /** '' = all requests together. */
  readonly name: string;
  /** p99 of the last seconds of a run under way. */
  readonly recentP99Us: readonly (number | null)[];
}

function listTimes(of: Partial<Record<(typeof listedTimes)[number]['times'], Times>> | undefined) {
  const figures = listedTimes.map(({ column, times, field }) => [column, of?.[times]?.[field] ?? null]);
  return Object.fromEntries(figures) as Record<(typeof listedTimes)[number]['column'], number | null>;
}

export interface RequestRows {
  readonly rows: readonly RequestRow[];
  readonly total: RequestRow;
}

const recentPoints = 60;
const divide = (part: number, all: number) => (all > 0 ? part / all : null);

/** The whole run without its warm-up; null for a plan with one request. */
export function summaryRows(summary: Summary): RequestRows | null {
  if (summary.byRequest.length === 0) return null;
  const row = (name: string, of: Summary | Summary['byRequest'][number]): RequestRow => ({
    name,
    share: divide(of.sent, summary.sent),
    perSecond: of.throughputPerSecond,
    errorRate: of.errorRate,
    ...listTimes(of),
    recentP99Us: [],
  });
  return { rows: summary.byRequest.map((one) => row(one.name, one)), total: row('', summary) };
}

type Counted = Pick<RequestPoint, 'sent' | 'done' | 'failed' | 'responseTime'>;

/** The last whole second, and the share of all sent so far; null before the first second and for a plan with one request. */
export function liveRows(points: readonly Point[]): RequestRows | null {
  const seconds = wholeSeconds(points);
  const last = seconds.at(-1);
  if (!last || last.byRequest.length === 0) return null;
  const allSent = points.reduce((sum, point) => sum + point.sent, 0);
  const row = (name: string, partOf: (point: Point) => Counted | undefined): RequestRow => {
    const now = partOf(last);
    const finished = (now?.done ?? 0) + (now?.failed ?? 0);
    return {
      name,
      share: divide(
        points.reduce((sum, point) => sum + (partOf(point)?.sent ?? 0), 0),
        allSent,
      ),
      perSecond: (finished * 1000) / last.lengthMs,
      errorRate: divide(now?.failed ?? 0, finished),
      ...listTimes(now && { responseTime: now.responseTime }),
      recentP99Us: seconds.slice(-recentPoints).map((point) => partOf(point)?.responseTime.p99Us ?? null),
    };
  };
  return {
    rows: last.byRequest.map(({ name }) => row(name, (point) => point.byRequest.find((one) => one.name === name))),
    total: row('', (point) => point),
  };
}

/** `p99Us` sorts the largest first; null keeps the plan's order. Unknown values come last. */
export function sortedRows(rows: readonly RequestRow[], by: RequestColumn | null, ascending: boolean): readonly RequestRow[] {
  if (by === null) return rows;
  const rank = (row: RequestRow) => row[by] ?? Number.NaN;
  return [...rows].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return ascending ? x - y : y - x;
  });
}

/** The part of a point that charts need for one request; seconds without it are left out. */
export function requestPoints(
  points: readonly Point[],
  name: string,
): readonly (Pick<Point, 'second' | 'lengthMs' | 'warmup'> & Counted)[] {
  return points.flatMap(({ second, lengthMs, warmup, byRequest }) => {
    const part = byRequest.find((one) => one.name === name);
    return part ? [{ second, lengthMs, warmup, ...part }] : [];
  });
}
