/** p99 of each region second by second, as a drawing. */
import type { RegionLine } from '@plimsoll/contracts/region-line';
import { chartWords } from '@plimsoll/wording/en/chart';
import { regionWords } from '@plimsoll/wording/en/region';
import { joined } from '@plimsoll/wording/list';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { armLook } from './line-look.ts';
import type { Drawing } from './static-chart.ts';

/** Looks that differ by colour and by dash; with more regions than these they come again. */
const looks = 4;

/** Every line has every second that any region told, and a gap where it told none itself. */
export function regionsDrawing(regions: readonly RegionLine[]): Drawing {
  const seconds = [...new Set(regions.flatMap(({ points }) => points.map(({ second }) => second)))].sort((a, b) => a - b);
  const highest = regions.map(({ points }) => points.reduce((high, { p99Us }) => Math.max(high, p99Us ?? 0), 0));
  const unit = timeUnit(highest);
  const format = (us: number) => formatUs(us, unit);
  const told = regions.map(({ label }, at) => regionWords.one({ label, time: format(highest[at] ?? 0) }));
  return {
    title: regionWords.chart,
    summary: highest.some((us) => us > 0) ? regionWords.summary({ list: joined(told) }) : chartWords.nothingYet,
    lines: regions.map(({ label, points }, at) => {
      const by = new Map(points.map(({ second, p99Us }) => [second, p99Us]));
      return {
        key: `region-${at + 1}`,
        ...armLook(1 + (at % looks)),
        name: label,
        points: seconds.map((second) => [second, by.get(second) ?? null]),
      };
    }),
    format,
  };
}
