import { readFigure } from '@plimsoll/contracts/read-figure';
import { findTimes, readStream } from '@plimsoll/contracts/sample';
import { comparedMessageTimes } from '@plimsoll/contracts/times';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords } from '@plimsoll/wording/en/names';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import type { Series } from '../../charts/types.ts';
import { TimeChartCard } from '../../ui/time-chart-card.tsx';
import { areMeasured, sayMetricInAll } from './measured-arms.ts';
import { type Alignment, type OverlaidArm, overlay } from './overlay.ts';

interface Props {
  readonly named: NamedArms;
  /** Their points, the base's first. */
  readonly arms: readonly OverlaidArm[];
  readonly series: Series[];
  readonly align: Alignment;
}

/** Messages of streams over the same time: how many, and the p99 of those times that were taken. Nothing where fewer than two arms have messages. */
export function MessageOverlays({ named, arms, series, align }: Props) {
  const has = (name: (typeof comparedMessageTimes)[number]) => areMeasured(arms, (point) => (findTimes(point, name)?.count ?? 0) > 0);
  if (!areMeasured(arms, (point) => readStream(point) !== null)) return null;
  const rates = overlay(arms, align, (point) => readFigure(point, 'messagesPerSecond'));
  const tokens = overlay(arms, align, (point) => readFigure(point, 'tokensPerSecond'));
  const hasTokens = areMeasured(arms, (point) => Boolean(point.stream?.tokens));
  return (
    // A grid of its own: their number depends on the kind of stream, and what follows stands in pairs.
    <div className="grid2" style={{ gridColumn: '1 / -1', marginBlockStart: 0 }}>
      <TimeChartCard
        id="messages"
        title={compareWords.messagesOver}
        summary={sayMetricInAll(named, 'messagesPerSecond', formatRate)}
        series={series}
        rows={rates}
        group="compare"
      />
      {hasTokens && (
        <TimeChartCard
          id="tokens"
          title={metricWords.tokensPerSecond}
          summary={sayMetricInAll(named, 'tokensPerSecond', formatRate)}
          series={series}
          rows={tokens}
          group="compare"
        />
      )}
      {comparedMessageTimes.filter(has).map((name) => {
        const rows = overlay(arms, align, (point) => findTimes(point, name)?.p99Us ?? null);
        const unit = timeUnit(rows.flatMap((row) => series.map(({ key }) => row[key])));
        const format = (us: number | null) => formatUs(us, unit);
        return (
          <TimeChartCard
            key={name}
            id={name}
            title={metricWords[`${name}.p99`]}
            summary={sayMetricInAll(named, `${name}.p99`, format)}
            series={series}
            rows={rows}
            format={format}
            group="compare"
          />
        );
      })}
    </div>
  );
}
