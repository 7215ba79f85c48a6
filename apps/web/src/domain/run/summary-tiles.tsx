/** The tiles of a run that is over: the whole of it without its warm-up. */

import { isAnswered, judgeFailure } from '@plimsoll/contracts/failure';
import { tileFields, timesFigures } from '@plimsoll/contracts/percentiles';
import type { Plan } from '@plimsoll/contracts/plan';
import { type Summary, tellsConnections } from '@plimsoll/contracts/run';
import { formatBytes } from '@plimsoll/wording/bytes';
import { tileWords } from '@plimsoll/wording/en/run';
import { errorName } from '@plimsoll/wording/names';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { countPerSecond, formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatLength, formatUs } from '@plimsoll/wording/time';
import tileStyles from '../../ui/tile.module.css';
import { splitUnit, Tile } from '../../ui/tile.tsx';
import type { CountedAs } from './counted-as.ts';
import { findLimit, rateFigure } from './run-tiles.tsx';

interface SummaryTilesProps {
  readonly summary: Summary;
  readonly plan: Pick<Plan, 'load' | 'thresholds'>;
  readonly counted: CountedAs;
  /** Another tool made the load: its file tells no service time, and its plan no rate. */
  readonly imported: boolean;
}

export function SummaryTiles({ summary, plan, counted, imported }: SummaryTilesProps) {
  const { responseTime, serviceTime, connections } = summary;
  const failure = judgeFailure(summary);
  const planned = imported || plan.load.model !== 'open' ? null : plannedPerSecond(summary);
  return (
    <div className={`card ${tileStyles.tiles}`} style={{ marginBlockStart: 16 }}>
      {failure ? <GoodTile summary={summary} planned={planned} counted={counted} /> : <RateTile summary={summary} counted={counted} />}
      {tileFields
        .filter((key) => failure === null || responseTime[key] !== null)
        .map((key) => {
          const limit = findLimit(plan.thresholds, key);
          const service = imported || serviceTime[key] === null ? '' : tileWords.service({ time: formatUs(serviceTime[key]) });
          return (
            <Tile
              key={key}
              label={summary.dropped > 0 ? tileWords.ofSent({ name: timesFigures[key].name }) : timesFigures[key].name}
              definition={tileWords.percentileWhat({ ...counted, name: timesFigures[key].name })}
              {...splitUnit(formatUs(responseTime[key]))}
              detail={[service, limit === null ? '' : tileWords.limit({ limit: formatUs(limit) })].filter(Boolean).join(' · ')}
            />
          );
        })}
      <Tile
        label={tileWords.errors}
        definition={tileWords.errorsWhat(counted)}
        {...splitUnit(formatShare(summary.errorRate))}
        detail={summary.errors
          .slice(0, 2)
          .map((group) => `${errorName(group.kind)} ×${formatShortCount(group.count)}`)
          .join(' · ')}
      />
      {tellsConnections(summary) && (failure === null || connections.opened > 0) && (
        <Tile
          label={tileWords.opened}
          definition={tileWords.openedWhat(counted)}
          value={formatShortCount(connections.opened)}
          detail={
            networkDetail(summary) ??
            tileWords.bytes({ received: formatBytes(summary.bytes.received), sent: formatBytes(summary.bytes.sent) })
          }
        />
      )}
    </div>
  );
}

interface RateTileProps {
  readonly summary: Summary;
  readonly counted: CountedAs;
}

function sumWords({ requests, durationMs, dropped }: Summary, counted: CountedAs): string[] {
  const figures = { count: requests, text: formatShortCount(requests), length: formatLength(durationMs) };
  return [tileWords.requests({ ...counted, ...figures }), ...(dropped > 0 ? [tileWords.dropped({ count: dropped })] : [])];
}

function RateTile({ summary, counted }: RateTileProps) {
  const [requests, ...dropped] = sumWords(summary, counted);
  const { failed, goodputPerSecond } = summary;
  const good = failed > 0 && goodputPerSecond !== null ? [tileWords.good({ rate: formatRate(goodputPerSecond) })] : [];
  return (
    <Tile
      label={tileWords.throughput}
      definition={tileWords.throughputWhat(counted)}
      {...rateFigure(measuredThroughput(summary))}
      detail={[requests, ...good, ...dropped].join(' · ')}
    />
  );
}

/** Good answers lead where much failed. `planned`: so many a second, where that was planned. */
function GoodTile({ summary, planned, counted }: RateTileProps & { readonly planned: number | null }) {
  const perSecond = (count: number) => countPerSecond(count, summary) ?? 0;
  // How fast connections are refused is no rate of a target's.
  const rate = isAnswered(summary) ? [tileWords.failedRate({ rate: formatRate(perSecond(summary.failed)) })] : [];
  return (
    <Tile
      label={tileWords.ok}
      definition={tileWords.okWhat(counted)}
      value={formatSignificant(perSecond(summary.done))}
      unit={planned === null ? '/s' : tileWords.ofPlanned({ planned: formatSignificant(planned) })}
      detail={[...rate, ...sumWords(summary, counted)].join(' · ')}
    />
  );
}

/** Null where answers came long after the load: their rates are of another time. */
function plannedPerSecond(summary: Summary): number | null {
  const { planned, whileLoaded } = summary;
  const rate = countPerSecond(planned, summary) ?? 0;
  return whileLoaded && Math.abs(rate / whileLoaded.plannedPerSecond - 1) > 0.05 ? null : rate;
}

/** Connections a second, the most at once, and the network both ways; null for what an older version kept. */
function networkDetail({ connections, connectionsPerSecond, bitsPerSecond }: Summary): string | null {
  if (connectionsPerSecond === null || bitsPerSecond === null) return null;
  return tileWords.network({
    rate: formatRate(connectionsPerSecond),
    open: formatCount(connections.open),
    received: formatSignificant(bitsPerSecond.received / 1e6),
    sent: formatSignificant(bitsPerSecond.sent / 1e6),
  });
}
