import '../../i18n/run-text.ts';
import { type Summary, tellsConnections } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatCount, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate, isAnswered, measuredThroughput } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatLength, formatUs } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../charts/sparkline.tsx';
import { t } from '../../i18n/i18n.ts';
import tileStyles from '../../ui/tile.module.css';
import { splitUnit, Tile } from '../../ui/tile.tsx';
import { useOutcomeName } from './charts/use-outcome-name.ts';
import type { CountedAs } from './counted-as.ts';
import { countFailures } from './table/run-rows.ts';

const keys = ['p50Us', 'p95Us', 'p99Us', 'p999Us'] as const;
const names = { p50Us: 'p50', p95Us: 'p95', p99Us: 'p99', p999Us: 'p99.9' } as const;

/** `limit 250 ms` where a threshold speaks about this percentile. */
function findLimit(thresholds: readonly string[], name: string): number | null {
  for (const expression of thresholds) {
    const threshold = parseThreshold(expression);
    if (!('error' in threshold) && threshold.request === null && threshold.metric === 'p' && `p${threshold.percentile}` === name)
      return threshold.limit;
  }
  return null;
}

function rateFigure(perSecond: number | null): { value: string; unit?: string } {
  return perSecond === null ? { value: '–' } : { value: formatSignificant(perSecond), unit: '/s' };
}

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
  const { t } = useTranslation();
  const nameOf = useOutcomeName();
  const last = points.at(-1);
  const timed = points.findLast((point) => point.responseTime.p50Us !== null);
  const tail = points.slice(-recent);
  const rate = (count: number) => (last ? (count * 1000) / last.lengthMs : 0);
  const finished = last ? last.done + last.failed : 0;
  const failures = last ? Object.entries(countFailures(last, errorStatuses)).sort((a, b) => b[1] - a[1]) : [];
  return (
    <div className={`card ${tileStyles.tiles}`} style={{ marginBlockStart: 16 }}>
      <Tile
        label={t('tile.rate')}
        definition={t('tile.rateWhat', counted)}
        {...rateFigure(last && !isAnswered(last) ? null : rate(finished))}
        detail={
          last &&
          [
            t('tile.planned', { planned: formatSignificant(rate(last.planned)) }),
            last.dropped > 0 ? t('tile.dropped', { count: last.dropped }) : '',
          ]
            .filter(Boolean)
            .join(' · ')
        }
        spark={<Sparkline values={tail.map((point) => ((point.done + point.failed) * 1000) / point.lengthMs)} />}
      />
      {keys.map((key) => {
        const limit = findLimit(thresholds, names[key]);
        return (
          <Tile
            key={key}
            label={names[key]}
            definition={t('tile.percentileWhat', { ...counted, name: names[key] })}
            {...splitUnit(formatUs(timed?.responseTime[key]))}
            detail={
              limit === null ? t('tile.service', { time: formatUs(timed?.serviceTime[key]) }) : t('tile.limit', { limit: formatUs(limit) })
            }
            spark={<Sparkline values={tail.map((point) => point.responseTime[key])} />}
          />
        );
      })}
      <Tile
        label={t('tile.errors')}
        definition={t('tile.errorsWhat', counted)}
        {...splitUnit(formatShare(last && finished > 0 ? last.failed / finished : null))}
        detail={failures
          .slice(0, 2)
          .map(([kind, count]) => `${nameOf(kind)} ×${formatShortCount(count)}`)
          .join(' · ')}
        spark={
          <Sparkline
            colour="var(--failed)"
            values={tail.map((point) => (point.done + point.failed > 0 ? point.failed / (point.done + point.failed) : 0))}
          />
        }
      />
      <Tile
        label={t('tile.inFlight')}
        definition={t('tile.inFlightWhat', counted)}
        value={last ? formatCount(last.inFlight) : '–'}
        detail={last ? t('tile.connections', { count: last.connections.open, text: formatCount(last.connections.open) }) : ''}
        spark={<Sparkline values={tail.map((point) => point.inFlight)} />}
      />
    </div>
  );
}

/** The whole run without its warm-up. */
interface SummaryTilesProps {
  readonly summary: Summary;
  readonly thresholds: readonly string[];
  readonly counted: CountedAs;
}

export function SummaryTiles({ summary, thresholds, counted }: SummaryTilesProps) {
  const { t } = useTranslation();
  const nameOf = useOutcomeName();
  return (
    <div className={`card ${tileStyles.tiles}`} style={{ marginBlockStart: 16 }}>
      <Tile
        label={t('tile.throughput')}
        definition={t('tile.throughputWhat', counted)}
        {...rateFigure(measuredThroughput(summary))}
        detail={[
          t('tile.requests', {
            ...counted,
            count: summary.requests,
            text: formatShortCount(summary.requests),
            length: formatLength(summary.durationMs),
          }),
          summary.failed > 0 && summary.goodputPerSecond !== null ? t('tile.good', { rate: formatRate(summary.goodputPerSecond) }) : '',
          summary.dropped > 0 ? t('tile.dropped', { count: summary.dropped }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      {keys.map((key) => {
        const limit = findLimit(thresholds, names[key]);
        const service = t('tile.service', { time: formatUs(summary.serviceTime[key]) });
        return (
          <Tile
            key={key}
            label={summary.dropped > 0 ? t('tile.ofSent', { name: names[key] }) : names[key]}
            definition={t('tile.percentileWhat', { ...counted, name: names[key] })}
            {...splitUnit(formatUs(summary.responseTime[key]))}
            detail={limit === null ? service : `${service} · ${t('tile.limit', { limit: formatUs(limit) })}`}
          />
        );
      })}
      <Tile
        label={t('tile.errors')}
        definition={t('tile.errorsWhat', counted)}
        {...splitUnit(formatShare(summary.errorRate))}
        detail={summary.errors
          .slice(0, 2)
          .map((group) => `${nameOf(group.kind)} ×${formatShortCount(group.count)}`)
          .join(' · ')}
      />
      {tellsConnections(summary) && (
        <Tile
          label={t('tile.opened')}
          definition={t('tile.openedWhat', counted)}
          value={formatShortCount(summary.connections.opened)}
          detail={
            networkDetail(summary) ??
            t('tile.bytes', { received: formatBytes(summary.bytes.received), sent: formatBytes(summary.bytes.sent) })
          }
        />
      )}
    </div>
  );
}

/** Connections a second, the most at once, and the network both ways; null for what an older version kept. */
function networkDetail({ connections, connectionsPerSecond, bitsPerSecond }: Summary): string | null {
  if (connectionsPerSecond === null || bitsPerSecond === null) return null;
  return t('tile.network', {
    rate: formatRate(connectionsPerSecond),
    open: formatCount(connections.open),
    received: formatSignificant(bitsPerSecond.received / 1e6),
    sent: formatSignificant(bitsPerSecond.sent / 1e6),
  });
}
