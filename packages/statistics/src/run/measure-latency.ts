/** How the times of some seconds spread: percentile table, histograms, and a map over the seconds. Each second is decoded once. */
import { type Latency, type LatencyTimes, tablePercentiles } from '@plimsoll/contracts/latency';
import type { Sample } from '@plimsoll/contracts/sample';
import { equalBuckets } from '../histogram/equal-buckets.ts';
import { ghzBuckets } from '../histogram/ghz-buckets.ts';
import { addEncoded, addHistogram, clear, emptyHistogram, merge, summarizeTimes } from '../histogram/histogram.ts';
import { countsOfRows, gridCounts, gridRows } from '../histogram/log-grid.ts';
import { percentileRows } from '../histogram/percentile-rows.ts';
import { groupForPoints, resolutionOf } from '../second/point.ts';
import { coveredSeconds } from '../second/seconds.ts';

/** Failed answers are shown beside response time, from whose moment they are timed, too. */
export function timesToRead(times: LatencyTimes): readonly LatencyTimes[] {
  return times === 'responseTime' ? ['responseTime', 'failedTime'] : [times];
}

/** Measures `samples` without their warm-up. */
export function measureLatency(samples: readonly Sample[], times: LatencyTimes): Latency {
  const measured = samples.filter(({ warmup }) => !warmup);
  const first = measured.reduce((least, { second }) => Math.min(least, second), Number.POSITIVE_INFINITY);
  const resolutionSeconds = resolutionOf(measured, 0, measured.length > 0 ? first : 0);
  const whole = emptyHistogram();
  const scratch = emptyHistogram();
  const columns = groupForPoints(measured, resolutionSeconds).map((group) => {
    clear(scratch);
    const flat = group.flat();
    for (const { histograms } of flat) addEncoded(scratch, histograms[times]);
    addHistogram(whole, scratch);
    return {
      second: (flat[0] as Sample).second,
      seconds: group.reduce((sum, shards) => sum + coveredSeconds(shards), 0),
      cells: gridCounts(scratch),
    };
  });
  const failed = merge(times === 'responseTime' ? measured.map(({ histograms }) => histograms.failedTime) : []);
  const cells = { times: gridCounts(whole), failed: gridCounts(failed) };
  const rows = gridRows([cells.times, cells.failed]);
  const counts = { times: countsOfRows(cells.times, rows), failed: countsOfRows(cells.failed, rows) };
  return {
    times,
    figures: summarizeTimes(whole),
    percentiles: percentileRows(
      whole,
      tablePercentiles.map(({ percentile }) => percentile),
    ),
    equalBuckets: equalBuckets(whole, failed),
    ghzBuckets: ghzBuckets(whole),
    logBuckets: rows.map(({ fromUs, toUs }, at) => ({
      fromUs,
      toUs,
      count: counts.times[at] as number,
      failed: counts.failed[at] as number,
    })),
    heatmap: {
      resolutionSeconds,
      columns: columns.map(({ second, seconds, cells }) => ({ second, seconds, counts: countsOfRows(cells, rows) })),
    },
  };
}
