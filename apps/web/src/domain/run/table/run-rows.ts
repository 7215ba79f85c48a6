/** Points as rows of charts: counts become rates by the measured length; nothing is averaged, no percentile is made here. */
import { percentileFields, percentileKey, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Point, Times } from '@plimsoll/contracts/sample';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import type { ThresholdFigure } from '@plimsoll/contracts/written-figure';
import { lineLooks } from '@plimsoll/pages/line-look';
import { withoutRequest } from '@plimsoll/pages/threshold-table';
import type { ChartRow, Limit, Series } from '../../../charts/types.ts';

/** `planned` is null for a single request of several: which one goes next is only known when it is sent. */
type CountedPoint = Pick<Point, 'second' | 'lengthMs' | 'sent' | 'done' | 'failed'> & Partial<Pick<Point, 'planned'>>;

export function rateRows(points: readonly CountedPoint[]): ChartRow[] {
  return wholeSeconds(points).map((point) => {
    const perSecond = (count: number) => (count * 1000) / point.lengthMs;
    return {
      x: point.second,
      planned: point.planned === undefined ? null : perSecond(point.planned),
      sent: perSecond(point.sent),
      done: perSecond(point.done),
      failed: perSecond(point.failed),
    };
  });
}

export type TimesKind = 'responseTime' | 'serviceTime';

export function latencyRows(points: readonly { readonly second: number; readonly times: Times }[]): ChartRow[] {
  return points.map(({ second, times }) => {
    return { x: second, ...Object.fromEntries(percentileFields.map((field) => [percentileKey(field), times[field]])) };
  });
}

export const latencySeries = percentileFields.map((field): Series => {
  const key = percentileKey(field);
  return { key, name: timesFigures[field].name, ...lineLooks[key] };
});

export function connectionRows(points: readonly Point[]): ChartRow[] {
  return wholeSeconds(points).map((point) => ({
    x: point.second,
    open: point.connections.open,
    opened: (point.connections.opened * 1000) / point.lengthMs,
    inFlight: point.inFlight,
    waiting: point.waiting,
  }));
}

/** The highest of all rows. */
export function mostOf(rows: readonly ChartRow[], key: string): number {
  return rows.reduce((most, row) => Math.max(most, row[key] ?? 0), 0);
}

/** The first row with the highest figure; undefined of none. */
export function peakRow(rows: readonly ChartRow[], key: string): ChartRow | undefined {
  return rows.reduce((best, row) => ((row[key] ?? 0) > (best?.[key] ?? -1) ? row : best), rows[0]);
}

/**
 * Counts the failures in this point, by kind or by status. A response that failed a check counts as that and not under its status as well,
 * as in the summary's error groups, so that the kinds add up to `failed`.
 */
export function countFailures(
  point: Pick<Point, 'outcomes' | 'statuses' | 'failed'> & Partial<Pick<Point, 'grpc'>>,
  errorStatuses: '4xx-5xx' | '5xx' | 'none',
): Record<string, number> {
  const failures: Record<string, number> = {};
  let left = point.failed;
  for (const [kind, count] of Object.entries(point.outcomes)) {
    if (kind === 'response' || kind === 'cut_off' || count === 0) continue;
    failures[kind] = count;
    left -= count;
  }
  const from = { '4xx-5xx': 400, '5xx': 500, none: 1000 }[errorStatuses];
  for (const [status, answers] of Object.entries(point.statuses).sort((x, y) => y[1] - x[1])) {
    const count = Number(status) >= from ? Math.min(answers, left) : 0;
    if (count > 0) failures[status] = count;
    left -= count;
  }
  // A call that failed by its own status had a good one of HTTP.
  for (const [status, calls] of Object.entries(point.grpc?.statuses ?? {})) {
    const count = status === 'OK' ? 0 : Math.min(calls, left);
    if (count > 0) failures[status] = count;
    left -= count;
  }
  return failures;
}

const errorColours = ['var(--e1)', 'var(--e2)', 'var(--e3)', 'var(--e4)', 'var(--e6)'];
const errorDashes = [undefined, '6 3', '2 2', '8 2 2 2', '1 3'];

/** The five commonest kinds of failure and the rest, per second. */
export function errorRows(
  points: readonly Point[],
  errorStatuses: '4xx-5xx' | '5xx' | 'none',
  nameOf: (kind: string) => string,
): { rows: ChartRow[]; series: Series[]; totals: [string, number][] } {
  const each = points.map((point) => countFailures(point, errorStatuses));
  const sums: Record<string, number> = {};
  for (const failures of each) for (const [kind, count] of Object.entries(failures)) sums[kind] = (sums[kind] ?? 0) + count;
  const totals = Object.entries(sums).sort((a, b) => b[1] - a[1]);
  const kinds = totals.slice(0, 5).map(([kind]) => kind);
  const rows = wholeSeconds(points).map((point, at) => {
    const row: { x: number; [kind: string]: number } = { x: point.second };
    let rest = 0;
    for (const kind of kinds) row[kind] = 0;
    for (const [kind, count] of Object.entries(each[at] ?? {})) {
      const rate = (count * 1000) / point.lengthMs;
      if (kinds.includes(kind)) row[kind] = rate;
      else rest += rate;
    }
    if (totals.length > 5) row.rest = rest;
    return row;
  });
  const series = kinds.map((kind, at): Series => {
    const dash = errorDashes[at];
    return { key: kind, name: nameOf(kind), colour: errorColours[at] ?? 'var(--e5)', ...(dash ? { dash } : {}) };
  });
  return { rows, series: totals.length > 5 ? [...series, { key: 'rest', name: nameOf('rest'), colour: 'var(--e5)' }] : series, totals };
}

/** Thresholds that belong on the chart of a figure, as lines in its unit; those of one request only on its own charts. */
export function chartLimits(expressions: readonly string[], chart: ThresholdFigure, request: string | null = null): Limit[] {
  return expressions.flatMap((expression) => {
    const threshold = parseThreshold(expression);
    if ('error' in threshold || threshold.request !== request) return [];
    return threshold.figure === chart ? [{ value: threshold.limit, label: withoutRequest(expression) }] : [];
  });
}

/** Of the warm-up that leads the run: a run that takes turns has more such seconds later, one by one. */
export function countWarmupSeconds(points: readonly Pick<Point, 'second' | 'warmup'>[]): number {
  const first = points.findIndex((point) => !point.warmup);
  return points.slice(0, first < 0 ? points.length : first).at(-1)?.second ?? 0;
}

/** p99 of failed answers in each second; null where none failed. */
export function failedRows(points: readonly Pick<Point, 'second' | 'failedTime'>[]): Map<number, number | null> {
  return new Map(points.map(({ second, failedTime }) => [second, failedTime.p99Us]));
}

/** `name`: of the line. */
export const failedSeries = (name: string): Series => ({ key: 'failedP99', name, ...lineLooks.failedP99 });
