/** Each request of a plan with several, as rows of a table: from the points while the run goes on, from its summary at the end. */
import type { Summary } from '@plimsoll/contracts/run';
import type { Point, RequestPoint } from '@plimsoll/contracts/sample';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';

export interface RequestRow {
  /** '' = all requests together. */
  readonly name: string;
  /** Of everything that was sent, 0 … 1; null where nothing was. */
  readonly share: number | null;
  readonly perSecond: number;
  readonly errorRate: number | null;
  readonly p50Us: number | null;
  readonly p90Us: number | null;
  readonly p99Us: number | null;
  readonly maxUs: number | null;
  /** Only known of a finished run. */
  readonly firstByteP50Us: number | null;
  /** p99 of the last seconds of a run under way. */
  readonly recentP99Us: readonly (number | null)[];
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
    p50Us: of.responseTime.p50Us,
    p90Us: of.responseTime.p90Us,
    p99Us: of.responseTime.p99Us,
    maxUs: of.responseTime.maxUs,
    firstByteP50Us: of.timeToFirstByte.p50Us,
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
    const times = now?.responseTime;
    return {
      name,
      share: divide(
        points.reduce((sum, point) => sum + (partOf(point)?.sent ?? 0), 0),
        allSent,
      ),
      perSecond: (finished * 1000) / last.lengthMs,
      errorRate: divide(now?.failed ?? 0, finished),
      p50Us: times?.p50Us ?? null,
      p90Us: times?.p90Us ?? null,
      p99Us: times?.p99Us ?? null,
      maxUs: times?.maxUs ?? null,
      firstByteP50Us: null,
      recentP99Us: seconds.slice(-recentPoints).map((point) => partOf(point)?.responseTime.p99Us ?? null),
    };
  };
  return {
    rows: last.byRequest.map(({ name }) => row(name, (point) => point.byRequest.find((one) => one.name === name))),
    total: row('', (point) => point),
  };
}

export const requestColumns = ['share', 'perSecond', 'errorRate', 'p50Us', 'p90Us', 'p99Us', 'maxUs', 'firstByteP50Us'] as const;
export type RequestColumn = (typeof requestColumns)[number];

/** `p99Us` sorts the largest first; null keeps the plan's order. What is not known comes last. */
export function sortedRows(rows: readonly RequestRow[], by: RequestColumn | null, ascending: boolean): readonly RequestRow[] {
  if (by === null) return rows;
  const rank = (row: RequestRow) => row[by] ?? Number.NaN;
  return [...rows].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return ascending ? x - y : y - x;
  });
}

/** What charts need of a point, for one request; seconds without it are left out. */
export function requestPoints(
  points: readonly Point[],
  name: string,
): readonly (Pick<Point, 'second' | 'lengthMs' | 'warmup'> & Counted)[] {
  return points.flatMap(({ second, lengthMs, warmup, byRequest }) => {
    const part = byRequest.find((one) => one.name === name);
    return part ? [{ second, lengthMs, warmup, ...part }] : [];
  });
}
