/** Against the way that merges again: every drawn unit's buckets into one histogram, which is then read from its lowest value on. */
import { mainMetrics } from '@plimsoll/contracts/compared-metric';
import { describe, expect, it } from 'vitest';
import { simulatedSeries, simulateSeconds } from '../../test/support/simulated-run.ts';
import { emptyHistogram, type Histogram, valueAt } from '../histogram/histogram.ts';
import { type DrawnRun, drawBlocks, type Figures, measuredFigures, quantiles, replicateFigures } from './bootstrap-arm.ts';
import { createRandom } from './random.ts';
import { armSeries } from './resampling.ts';
import type { RunSeries } from './run-series.ts';
import { stretchBuckets } from './unit-buckets.ts';

/** Sums of blocks as they have always been made: a window that slides, so that fractions are rounded alike. */
function slide(values: Float64Array, block: number): number[] {
  let sum = values.subarray(0, block).reduce((total, value) => total + value, 0);
  return Array.from(values, (value, start) => {
    const before = sum;
    sum += (values[(start + block) % values.length] as number) - value;
    return before;
  });
}

function mergeAgain(series: readonly RunSeries[], blocks: readonly number[], drawn: readonly DrawnRun[]): Figures {
  const sums = [0, 0, 0, 0, 0] as [number, number, number, number, number];
  const merged: Histogram = emptyHistogram();
  for (const { run, starts } of drawn) {
    const { units, times, ...of } = series[run] as RunSeries;
    const block = blocks[run] as number;
    const scalars = [of.finished, of.failed, of.lengthSeconds, of.planned, of.dropped].map((values) => slide(values, block));
    for (const start of starts) {
      for (const [i, values] of scalars.entries()) sums[i as 0] += values[start] as number;
      const within = (unit: number) => (unit - start + units) % units < block;
      for (const [index, bucket] of times.buckets.entries()) {
        const { starts: entries, unit, count } = times.stretchAt(Math.floor(index / stretchBuckets(units)));
        const place = index % stretchBuckets(units);
        for (let i = entries[place] as number; i < (entries[place + 1] as number); i++) {
          if (!within(unit[i] as number)) continue;
          merged.counts[bucket] = (merged.counts[bucket] as number) + (count[i] as number);
          merged.total += count[i] as number;
          merged.used = Math.max(merged.used, bucket + 1);
        }
      }
    }
  }
  const [finished, failed, seconds, planned, dropped] = sums;
  const figures = {
    throughput: finished / seconds,
    goodput: (finished - failed) / seconds,
    errorRate: failed / finished,
    droppedShare: dropped / planned,
  } as Figures;
  for (const [metric, percentile] of quantiles) figures[metric] = valueAt(merged, percentile) ?? Number.NaN;
  return figures;
}

const bits = (figures: Figures) => mainMetrics.map((metric) => figures[metric]);

describe('replicates', () => {
  it.each([
    ['one run', [60], 0.5],
    ['a run of a few requests', [25], 1.5],
    ['runs of several lengths', [40, 7, 33], 0.3],
    ['a run shorter than a block', [3], 0.3],
  ] as const)('read the very figures of the blocks merged again: %s', (_, lengths, spread) => {
    const random = createRandom(lengths.length);
    const series = lengths.map((seconds, run): RunSeries => {
      const load = { seconds, rate: spread > 1 ? 2 : 80, medianUs: 9000, spread, drift: 0.2, correlation: 0.5, errorRate: 0.1 };
      const made = simulatedSeries(simulateSeconds(load, 77 * run + seconds));
      // Seconds are cut off, and none is a whole number of ms long.
      return {
        ...made,
        dropped: made.planned.map((planned) => Math.floor(planned * random() * 0.3)),
        lengthSeconds: made.lengthSeconds.map(() => 0.9 + random() / 10),
      };
    });
    const { arm } = armSeries(series);
    const blocks = arm.runs.map(({ block }) => block);
    for (let i = 0; i < 60; i++) {
      const drawn = lengths.map(() => drawBlocks(arm, Math.floor(random() * lengths.length), random));
      expect(bits(replicateFigures(arm, drawn))).toEqual(bits(mergeAgain(series, blocks, drawn)));
    }
    const whole = series.map(({ units }, run): DrawnRun => ({ run, starts: Int32Array.from({ length: units }, (_, unit) => unit) }));
    const measured = measuredFigures(arm);
    const once = mergeAgain(series, blocks, whole);
    for (const [metric] of quantiles) expect(measured[metric]).toBe(once[metric]);
    expect(measured.throughput).toBeCloseTo(once.throughput, 9);
  });

  it('have no percentile where nothing was answered', () => {
    const { arm, figures } = armSeries([simulatedSeries(Array.from({ length: 12 }, () => ({ times: [], failed: 0 })))]);
    const drawn = [drawBlocks(arm, 0, createRandom(1))];
    expect(bits(replicateFigures(arm, drawn))).toEqual(bits(figures));
    expect(figures).toMatchObject({ throughput: 0, errorRate: Number.NaN, p50: Number.NaN });
  });
});
