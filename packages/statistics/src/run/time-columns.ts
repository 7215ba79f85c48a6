/** The columns of times in the CSV of a run: p50 and p99 in ms, of each time whose row names a column. */
import { percentileKey } from '@plimsoll/contracts/percentiles';
import type { Sample } from '@plimsoll/contracts/sample';
import { type HistogramName, histogramNames, timesRow } from '@plimsoll/contracts/times';
import type { Histogram } from '../histogram/histogram.ts';
import { mergeTimes, timesByName } from '../second/merge-times.ts';

const written = ['p50Us', 'p99Us'] as const;
/** Columns that every CSV has; those of messages stand in the groups of streams (`stream-columns.ts`). */
export const requestColumns = histogramNames.filter((name) => timesRow(name).csv !== undefined && timesRow(name).of !== 'message');

export function timeFields(names: readonly HistogramName[]): string[] {
  return names.flatMap((name) => written.map((field) => `${timesRow(name).csv}${percentileKey(field).toUpperCase()}`));
}

/** Values of one second's shards, in the order of {@link timeFields}, with µs kept; empty where nothing was timed. `scratch` is overwritten by the next call. */
export function timeCells(names: readonly HistogramName[], shards: readonly Sample[], scratch?: Map<HistogramName, Histogram>): string[] {
  const times = timesByName(mergeTimes(names, shards, scratch));
  return names.flatMap((name) => written.map((field) => (times[name][field] === null ? '' : (times[name][field] / 1000).toFixed(3))));
}
