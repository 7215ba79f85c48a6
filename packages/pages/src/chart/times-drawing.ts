/** The percentiles of a time second by second, as a drawing. */
import { type LeadingField, leadingFields, percentileKey, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Point } from '@plimsoll/contracts/sample';
import { chartWords } from '@plimsoll/wording/en/chart';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { highest, line, type Reading } from './chart-line.ts';
import type { LookName } from './line-look.ts';
import type { Drawing } from './static-chart.ts';

/** A line besides. */
interface Beside {
  readonly key: LookName;
  readonly name: string;
  readonly read: Reading;
}

export function timesDrawing(
  points: readonly Point[],
  title: string,
  read: (point: Point, field: LeadingField) => number | null,
  besides: readonly Beside[] = [],
): Drawing {
  const p99 = (point: Point) => read(point, 'p99Us');
  const worst = highest(points, p99);
  const unit = timeUnit([p99, ...besides.map((one) => one.read)].flatMap((one) => points.map(one)));
  return {
    title,
    summary: chartWords.latencySummary({
      worst: formatUs(worst ? p99(worst) : null),
      at: formatClock(worst?.second ?? 0),
    }),
    lines: [
      ...leadingFields.map((field) => line(points, percentileKey(field), timesFigures[field].name, (point) => read(point, field))),
      ...besides.map((one) => line(points, one.key, one.name, one.read)),
    ],
    format: (us) => formatUs(us, unit),
  };
}
