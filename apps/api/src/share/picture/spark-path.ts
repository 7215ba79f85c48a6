/** A line through a series as an SVG path; a gap where nothing was measured. */

import { type ComparedMetric, rowOfMetric, timesField } from '@plimsoll/contracts/compared-metric';
import { findTimes, type Point } from '@plimsoll/contracts/sample';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';

export type Series = readonly (number | null)[];
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One metric over the measured seconds. */
export function pickSeries(points: readonly Point[], metric: ComparedMetric): Series {
  return wholeSeconds(points)
    .filter((point) => !point.warmup)
    .map((point) => {
      const finished = point.done + point.failed;
      if (metric === 'throughput') return (finished * 1000) / point.lengthMs;
      if (metric === 'errorRate') return finished === 0 ? null : point.failed / finished;
      if (metric === 'goodput') return (point.done * 1000) / point.lengthMs;
      if (metric === 'droppedShare') return point.planned === 0 ? null : point.dropped / point.planned;
      if (metric === 'messagesPerSecond')
        return point.grpc && ((point.grpc.messages.sent + point.grpc.messages.received) * 1000) / point.lengthMs;
      const { times } = rowOfMetric(metric);
      const field = timesField(metric);
      return times && field ? (findTimes(point, times)?.[field] ?? null) : null;
    });
}

/** What the axis must reach: from 0 to a little above the largest figure, so that noise does not look like a cliff. */
export function findTop(...all: readonly Series[]): number {
  return Math.max(Number.MIN_VALUE, ...all.flat().map((value) => value ?? 0)) * 1.08;
}

/** At most some 300 figures a line: the largest of each stretch, so that no peak is lost. */
function thinned(series: Series, most = 300): Series {
  const step = Math.ceil(series.length / most);
  if (step <= 1) return series;
  return Array.from({ length: Math.ceil(series.length / step) }, (_, i) => {
    const stretch = series.slice(i * step, (i + 1) * step).filter((value) => value !== null);
    return stretch.length > 0 ? Math.max(...stretch) : null;
  });
}

/** `count` is the length of the time axis, the same for all lines of one picture. */
export function sparkPath(series: Series, { x, y, width, height }: Box, top: number, count = series.length): string {
  const line = thinned(series);
  const step = (width * (series.length / Math.max(1, count))) / Math.max(1, line.length - 1);
  let pen = 'M';
  return line
    .map((value, i) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const at = `${pen}${(x + i * step).toFixed(1)} ${(y + height * (1 - value / top)).toFixed(1)}`;
      pen = 'L';
      return at;
    })
    .join('');
}
