import type { Curve } from '@plimsoll/contracts/curve';
import type { Summary } from '@plimsoll/contracts/summary';
import { FigureTable } from '@plimsoll/pages/figure-table';
import { timesTable } from '@plimsoll/pages/run-tables';
import { chartWords } from '@plimsoll/wording/en/chart';
import { latencyWords } from '@plimsoll/wording/en/run';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { CurveChart } from '../../charts/lazy.ts';
import type { ChartRow, Series } from '../../charts/types.ts';
import { ChartCard } from '../../ui/chart-card.tsx';
import { LoadingCard } from '../../ui/notice/loading.tsx';
import { LatencyCharts } from './charts/latency-chart.tsx';
import { useLogScale } from './charts/log-scale.tsx';
import type { RunChartsProps } from './charts/run-charts-props.ts';

interface LatencyTabProps {
  readonly summary: Summary | null;
  /** Undefined while it is on its way, null where there is none. */
  readonly curve: Curve | null | undefined;
  /** Null: the charts of each second stand elsewhere. */
  readonly charts: RunChartsProps | null;
  readonly withoutService: boolean;
}

/** As tall as the card of the curve. */
const curveCardPx = 390;

/** Percentile curve, response time beside service time where that was measured. */
export function LatencyTab({ summary, curve, charts, withoutService }: LatencyTabProps) {
  const drawn = curve && curve.responseTime.length > 0 && <CurveCard curve={curve} withoutService={withoutService} />;
  return (
    <div className="grid2">
      {curve === undefined ? <LoadingCard height={curveCardPx} /> : drawn}
      {summary && <FigureTable {...timesTable(summary, withoutService)} />}
      {charts && <LatencyCharts {...charts} />}
    </div>
  );
}

export function percentileName(percentile: number): string {
  return percentile >= 100 ? 'max' : `p${formatSignificant(percentile).length > 5 ? percentile.toFixed(3) : Number(percentile.toFixed(3))}`;
}

export function CurveCard({ curve, withoutService }: { curve: Curve; withoutService: boolean }) {
  const [log, toggle] = useLogScale('curve', latencyWords.curve);
  const response: Series = { key: 'responseTime', name: chartWords.responseTime, colour: 'var(--accent)' };
  const service: Series = { key: 'serviceTime', name: chartWords.serviceTime, colour: 'var(--planned)', dash: '5 4' };
  const series = withoutService ? [response] : [response, service];
  const { responseTime, serviceTime } = curve;
  const unit = timeUnit(responseTime.map(([, us]) => us));
  const format = (us: number) => formatUs(us, unit);
  const rows: ChartRow[] = responseTime.map(([percentile, us], at) => ({
    x: percentile,
    responseTime: us,
    serviceTime: withoutService ? null : (serviceTime[at]?.[1] ?? null),
  }));
  const max = responseTime.at(-1)?.[1];
  return (
    <ChartCard
      id="curve"
      title={latencyWords.curve}
      summary={(withoutService ? latencyWords.responseSummary : latencyWords.curveSummary)({ max: formatUs(max, unit) })}
      series={series}
      rows={rows}
      format={format}
      formatX={percentileName}
      xLabel={latencyWords.percentile}
      height={260}
      actions={toggle}
    >
      <CurveChart curves={withoutService ? { responseTime } : { responseTime, serviceTime }} series={series} format={format} log={log} />
    </ChartCard>
  );
}
