/** The tiles of a run that is over: the whole of it without its warm-up. */

import { isAnswered, judgeFailure } from '@plimsoll/contracts/failure';
import { tileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Summary } from '@plimsoll/contracts/summary';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { tileWords } from '@plimsoll/wording/en/run';
import { errorName } from '@plimsoll/wording/names';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { countPerSecond, formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatLength, formatUs } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { StreamTiles } from './stream-tiles.ts';
import { type Define, findLimit, rateFigure, splitUnit, Tile } from './tile.ts';

interface SummaryTilesProps {
  readonly summary: Summary;
  readonly plan: Pick<Plan, 'load' | 'thresholds'>;
  readonly counted: CountedAs;
  /** Another tool made the load: its file tells no service time, and its plan no rate. */
  readonly imported: boolean;
  readonly define?: Define | undefined;
}

export function SummaryTiles({ summary, plan, counted, imported, define }: SummaryTilesProps): ReactNode {
  const { responseTime, serviceTime } = summary;
  const failure = judgeFailure(summary);
  const planned = imported || plan.load.model !== 'open' ? null : plannedPerSecond(summary);
  const leading = failure ? goodTile(summary, planned, counted) : rateTile(summary, counted);
  const times = tileFields
    .filter((key) => failure === null || responseTime[key] !== null)
    .map((key) => {
      const { name } = timesFigures[key];
      const limit = findLimit(plan.thresholds, key);
      const service = imported || serviceTime[key] === null ? '' : tileWords.service({ time: formatUs(serviceTime[key]) });
      return {
        label: summary.dropped > 0 ? tileWords.ofSent({ name }) : name,
        definition: tileWords.percentileWhat({ ...counted, name }),
        ...splitUnit(formatUs(responseTime[key])),
        detail: [service, limit === null ? '' : tileWords.limit({ limit: formatUs(limit) })].filter(Boolean).join(' · '),
      };
    });
  const errors = {
    label: tileWords.errors,
    definition: tileWords.errorsWhat(counted),
    ...splitUnit(formatShare(summary.errorRate)),
    detail: summary.errors
      .slice(0, 2)
      .map((group) => `${errorName(group.kind)} ×${formatShortCount(group.count)}`)
      .join(' · '),
  };
  const tiles = [leading, ...times, errors];
  return [
    h(
      'div',
      { key: 'requests', className: 'card tiles' },
      tiles.map((tile) => h(Tile, { key: tile.label, ...tile, define })),
    ),
    h(StreamTiles, { key: 'streams', of: summary, lengthMs: summary.durationMs, thresholds: plan.thresholds, define }),
  ];
}

function sumWords({ requests, durationMs, dropped }: Summary, counted: CountedAs): string[] {
  const figures = { count: requests, text: formatShortCount(requests), length: formatLength(durationMs) };
  return [tileWords.requests({ ...counted, ...figures }), ...(dropped > 0 ? [tileWords.dropped({ count: dropped })] : [])];
}

function rateTile(summary: Summary, counted: CountedAs) {
  const [requests, ...dropped] = sumWords(summary, counted);
  const { failed, goodputPerSecond } = summary;
  const good = failed > 0 && goodputPerSecond !== null ? [tileWords.good({ rate: formatRate(goodputPerSecond) })] : [];
  return {
    label: tileWords.throughput,
    definition: tileWords.throughputWhat(counted),
    ...rateFigure(measuredThroughput(summary)),
    detail: [requests, ...good, ...dropped].join(' · '),
  };
}

/** Good answers lead where much failed. `planned`: so many a second, where that was planned. */
function goodTile(summary: Summary, planned: number | null, counted: CountedAs) {
  const perSecond = (count: number) => countPerSecond(count, summary) ?? 0;
  // How fast connections are refused is no rate of a target's.
  const rate = isAnswered(summary) ? [tileWords.failedRate({ rate: formatRate(perSecond(summary.failed)) })] : [];
  return {
    label: tileWords.ok,
    definition: tileWords.okWhat(counted),
    value: formatSignificant(perSecond(summary.done)),
    unit: planned === null ? '/s' : tileWords.ofPlanned({ planned: formatSignificant(planned) }),
    detail: [...rate, ...sumWords(summary, counted)].join(' · '),
  };
}

/** Null where answers came long after the load: their rates are of another time. */
function plannedPerSecond(summary: Summary): number | null {
  const { planned, whileLoaded } = summary;
  const rate = countPerSecond(planned, summary) ?? 0;
  return whileLoaded && Math.abs(rate / whileLoaded.plannedPerSecond - 1) > 0.05 ? null : rate;
}
