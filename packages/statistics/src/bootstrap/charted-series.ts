/** A run as the bootstrap sees it, together with its charts. */
import { noTimes, type Point, type Sample, type Times } from '@plimsoll/contracts/sample';
import { detailTimes, type HistogramName, timesRow } from '@plimsoll/contracts/times';
import { addHistogram, clear, emptyHistogram, type Histogram } from '../histogram/histogram.ts';
import { mergeFields } from '../second/merge-fields.ts';
import { timesByName } from '../second/merge-times.ts';
import { mergeIntoPoints } from '../second/point.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';
import { streamFields, streamTimes } from '../second/stream-figures.ts';
import { chartSeconds } from './comparison-grid.ts';
import {
  countsOfStreams,
  coveredByAll,
  createCoarseCollector,
  createCollector,
  type DetailSeries,
  listMessageTimes,
  type RunSeries,
} from './run-series.ts';

/** Further data of the run for charts, made in the same pass over its histograms. Points carry response and service time and those of messages only. */
export interface ChartedSeries {
  readonly series: RunSeries;
  readonly details: DetailSeries;
  readonly points: Point[];
  readonly responseTime: Histogram;
  readonly serviceTime: Histogram;
}

/** Times of points that hold several units each, merged from those of the units. */
function createDrawnTimes<Name extends HistogramName>(pointSeconds: number, names: readonly Name[]) {
  const open = Object.fromEntries(names.map((name) => [name, emptyHistogram()])) as Record<Name, Histogram>;
  const made: Record<Name, Times>[] = [];
  let at: number | null = null;
  const flush = () => {
    if (at === null) return;
    made.push(timesByName(open));
    for (const name of names) clear(open[name]);
  };
  return {
    add(second: number, merged: Readonly<Record<Name, Histogram>>) {
      const point = Math.floor(second / pointSeconds);
      if (point !== at) flush();
      at = point;
      for (const name of names) addHistogram(open[name], merged[name]);
    },
    times(): readonly Record<Name, Times>[] {
      flush();
      return made;
    },
  };
}

/**
 * Series, chart points and merged histograms in one pass: decoding is what takes the time. `together`: units that are one in the
 * series of other times than response time.
 */
export function buildChartedSeries(measured: readonly Sample[], unitSeconds: number, together: number): ChartedSeries {
  const messages = listMessageTimes(measured);
  const whole = createCollector();
  const collected = new Map([...detailTimes, ...messages].map((name) => [name, createCoarseCollector(together)]));
  const responseTime = emptyHistogram();
  const serviceTime = emptyHistogram();
  const ofMessages = messages.length > 0 ? streamTimes : [];
  const pointSeconds = chartSeconds(unitSeconds);
  const drawn = createDrawnTimes(pointSeconds, ['responseTime', 'serviceTime', ...ofMessages]);
  const units = mergeIntoPoints(measured, unitSeconds, {
    names: ['responseTime', ...detailTimes, ...ofMessages],
    withoutRequests: true,
    withoutTimes: pointSeconds !== unitSeconds,
    seen: (point, merged, group) => {
      addHistogram(responseTime, merged.responseTime);
      addHistogram(serviceTime, merged.serviceTime);
      const requests = { ...point, finished: countFinished(point.outcomes) };
      whole.add(requests, merged.responseTime);
      if (pointSeconds !== unitSeconds) drawn.add(point.second, merged);
      for (const name of detailTimes) collected.get(name)?.add(requests, merged[name]);
      const { second, lengthMs } = point;
      const counts = mergeFields(streamFields, group, 'seconds');
      for (const name of messages) collected.get(name)?.add({ ...countsOfStreams(name)(counts), second, lengthMs }, merged[name]);
      // No chart of a comparison shows them.
      for (const name of detailTimes) if (!timesRow(name).charted) point[name] = noTimes;
    },
  });
  const points =
    pointSeconds === unitSeconds ? units : mergeIntoPoints(measured, pointSeconds, { merged: drawn.times(), withoutRequests: true });
  const seconds = coveredByAll(groupBySecond(measured).map(({ shards }) => shards));
  const details: DetailSeries = new Map([...collected].map(([name, of]) => [name, of.series(seconds, unitSeconds)]));
  return { series: whole.series(seconds, unitSeconds), details, points, responseTime, serviceTime };
}
