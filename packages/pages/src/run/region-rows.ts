/** Each region of a run whose workers are in several, as rows of text: on its page, in Markdown and in a terminal. */
import { leadingFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Point } from '@plimsoll/contracts/sample';
import type { RegionSummary, Summary } from '@plimsoll/contracts/summary';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { validityWords } from '@plimsoll/wording/en/names';
import { regionWords } from '@plimsoll/wording/en/region';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import type { Figures } from '../table/figure-table.ts';

/** Of the whole run, or of its last second while it goes on; then its stamp is not known. */
export type RegionFigures = Pick<RegionSummary, 'label' | 'generators' | 'throughputPerSecond' | 'errorRate' | 'responseTime'> &
  Partial<Pick<RegionSummary, 'stamp'>>;

/** The last whole second of a region under way; null before its first. */
export function lastSecond(region: Pick<RegionFigures, 'label' | 'generators'>, points: readonly Point[]): RegionFigures | null {
  const last = wholeSeconds(points).at(-1);
  if (!last) return null;
  const finished = last.done + last.failed;
  return {
    ...region,
    throughputPerSecond: (finished * 1000) / last.lengthMs,
    errorRate: finished > 0 ? last.failed / finished : null,
    responseTime: last.responseTime,
  };
}

/** A row each; times stand in one unit. */
export function regionTable(regions: readonly RegionFigures[]): Figures {
  const time = timeColumn(regions.flatMap(({ responseTime }) => leadingFields.map((field) => responseTime[field])));
  const stamped = regions.some(({ stamp }) => stamp !== undefined);
  return {
    label: regionWords.title,
    head: [
      regionWords.region,
      regionWords.generators,
      regionWords.perSecond,
      ...leadingFields.map((field) => timesFigures[field].name),
      regionWords.errors,
      ...(stamped ? [regionWords.stamp] : []),
    ],
    rows: regions.map(({ label, generators, throughputPerSecond, errorRate, responseTime, stamp }) => [
      label,
      String(generators),
      formatRate(throughputPerSecond),
      ...leadingFields.map((field) => time(responseTime[field])),
      formatShare(errorRate),
      ...(stamped ? [stamp ? validityWords[stamp] : '–'] : []),
    ]),
  };
}

/** Null where the run was not made in several regions. */
export function regionFigures({ byRegion = [] }: Summary): Figures | null {
  return byRegion.length > 0 ? regionTable(byRegion) : null;
}
