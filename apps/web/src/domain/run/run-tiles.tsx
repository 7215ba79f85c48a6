import { isAnswered, judgeFailedShare } from '@plimsoll/contracts/failure';
import { tileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import { type Point, readStream } from '@plimsoll/contracts/sample';
import { StreamTiles } from '@plimsoll/pages/stream-tiles';
import { findLimit, rateFigure, splitUnit, Tile } from '@plimsoll/pages/tile';
import type { CountedAs } from '@plimsoll/wording/counted-as';
import { tileWords } from '@plimsoll/wording/en/run';
import { errorName } from '@plimsoll/wording/names';
import { formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { Sparkline } from '../../charts/sparkline.tsx';
import { inTooltip } from '../../ui/definition.tsx';
import { countFailures } from './table/run-rows.ts';

const recent = 60;

/** The last second of a run under way, each figure with its recent shape. */
export function LiveTiles({
  points,
  thresholds,
  errorStatuses,
  counted,
}: {
  points: readonly Point[];
  thresholds: readonly string[];
  errorStatuses: '4xx-5xx' | '5xx' | 'none';
  counted: CountedAs;
}) {
  const last = points.at(-1);
  const timed = points.findLast((point) => point.responseTime.p50Us !== null);
  const tail = points.slice(-recent);
  const rate = (count: number) => (last ? (count * 1000) / last.lengthMs : 0);
  const finished = last ? last.done + last.failed : 0;
  const failedShare = finished > 0 ? (last?.failed ?? 0) / finished : null;
  const isFailing = judgeFailedShare(failedShare) !== null;
  const failures = last ? Object.entries(countFailures(last, errorStatuses)).sort((a, b) => b[1] - a[1]) : [];
  const streamed = points.findLast((point) => readStream(point) !== null);
  return (
    <>
      <div className="card tiles">
        <Tile
          define={inTooltip}
          label={isFailing ? tileWords.ok : tileWords.rate}
          definition={isFailing ? tileWords.okWhat(counted) : tileWords.rateWhat(counted)}
          {...rateFigure(rate(isFailing ? (last?.done ?? 0) : finished))}
          detail={
            last &&
            [
              isFailing && isAnswered(last) ? tileWords.failedRate({ rate: formatRate(rate(last.failed)) }) : '',
              last.planned > 0 ? tileWords.planned({ planned: formatSignificant(rate(last.planned)) }) : '',
              last.dropped > 0 ? tileWords.dropped({ count: last.dropped }) : '',
            ]
              .filter(Boolean)
              .join(' · ')
          }
          spark={<Sparkline values={tail.map((point) => ((point.done + (isFailing ? 0 : point.failed)) * 1000) / point.lengthMs)} />}
        />
        {tileFields.map((key) => {
          const limit = findLimit(thresholds, key);
          return (
            <Tile
              define={inTooltip}
              key={key}
              label={timesFigures[key].name}
              definition={tileWords.percentileWhat({ ...counted, name: timesFigures[key].name })}
              {...splitUnit(formatUs(timed?.responseTime[key]))}
              detail={
                limit === null
                  ? tileWords.service({ time: formatUs(timed?.serviceTime[key]) })
                  : tileWords.limit({ limit: formatUs(limit) })
              }
              spark={<Sparkline values={tail.map((point) => point.responseTime[key])} />}
            />
          );
        })}
        <Tile
          define={inTooltip}
          label={tileWords.errors}
          definition={tileWords.errorsWhat(counted)}
          {...splitUnit(formatShare(failedShare))}
          detail={failures
            .slice(0, 2)
            .map(([kind, count]) => `${errorName(kind)} ×${formatShortCount(count)}`)
            .join(' · ')}
          spark={
            <Sparkline
              {...(tail.some(({ failed }) => failed > 0) && { colour: 'var(--failed)' })}
              values={tail.map((point) => (point.done + point.failed > 0 ? point.failed / (point.done + point.failed) : 0))}
            />
          }
        />
      </div>
      {streamed && <StreamTiles of={streamed} lengthMs={streamed.lengthMs} thresholds={thresholds} define={inTooltip} />}
    </>
  );
}
