/** A line through a series as an SVG path; a gap where nothing was measured. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { Point } from '@plimsoll/contracts/sample';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { linePath } from '@plimsoll/pages/line-path';

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
    .map((point) => readFigure(point, metric));
}

/** The top that the axis must reach: from 0 to a little above the largest figure, so that noise does not look like a cliff. */
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
  return linePath(line.map((value, i) => [x + i * step, value === null ? null : y + height * (1 - value / top)]));
}
