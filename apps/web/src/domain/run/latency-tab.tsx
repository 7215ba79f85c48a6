import '../../i18n/run-text.ts';
import type { Curve } from '@plimsoll/contracts/curve';
import type { Summary } from '@plimsoll/contracts/run';
import { summaryTimes } from '@plimsoll/contracts/sample-fields';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatUs, timeColumn, timeUnit } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { CurveChart } from '../../charts/lazy.ts';
import type { ChartRow, Series } from '../../charts/types.ts';
import { ChartCard } from '../../ui/chart-card.tsx';
import { LoadingCard } from '../../ui/notice/loading.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { LatencyChart } from './charts/latency-chart.tsx';
import { useLogScale } from './charts/log-scale.tsx';
import type { RunChartsProps } from './charts/run-charts-props.ts';
import { timesList } from './table/run-rows.ts';
import { timeName } from './time-name.ts';

interface LatencyTabProps {
  readonly summary: Summary | null;
  /** Undefined while it is on its way, null where there is none. */
  readonly curve: Curve | null | undefined;
  readonly charts: RunChartsProps;
}

/** As tall as the card of the curve. */
const curveCardPx = 390;

/** Percentile curve, response time beside service time. */
export function LatencyTab({ summary, curve, charts }: LatencyTabProps) {
  return (
    <div className="grid2">
      {curve === undefined ? <LoadingCard height={curveCardPx} /> : curve && <CurveCard curve={curve} />}
      {summary && <TimesTable summary={summary} />}
      <LatencyChart {...charts} kind="responseTime" />
      <LatencyChart {...charts} kind="serviceTime" />
    </div>
  );
}

export function percentileName(percentile: number): string {
  return percentile >= 100 ? 'max' : `p${formatSignificant(percentile).length > 5 ? percentile.toFixed(3) : Number(percentile.toFixed(3))}`;
}

function CurveCard({ curve }: { curve: Curve }) {
  const { t } = useTranslation();
  const [log, toggle] = useLogScale('curve', t('latency.curve'));
  const series: Series[] = [
    { key: 'responseTime', name: t('chart.responseTime'), colour: 'var(--accent)' },
    { key: 'serviceTime', name: t('chart.serviceTime'), colour: 'var(--planned)', dash: '5 4' },
  ];
  const unit = timeUnit(curve.responseTime.map(([, us]) => us));
  const format = (us: number) => formatUs(us, unit);
  const rows: ChartRow[] = curve.responseTime.map(([percentile, us], at) => ({
    x: percentile,
    responseTime: us,
    serviceTime: curve.serviceTime[at]?.[1] ?? null,
  }));
  const max = curve.responseTime.at(-1)?.[1];
  return (
    <ChartCard
      id="curve"
      title={t('latency.curve')}
      summary={t('latency.curveSummary', { max: formatUs(max, unit) })}
      series={series}
      rows={rows}
      format={format}
      formatX={percentileName}
      xLabel={t('latency.percentile')}
      height={260}
      actions={toggle}
    >
      <CurveChart curves={{ responseTime: curve.responseTime, serviceTime: curve.serviceTime }} series={series} format={format} log={log} />
    </ChartCard>
  );
}

function TimesTable({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  // Response and service time stand there always; what was never timed has no column.
  const columns = summaryTimes('request').filter((name) => name === 'responseTime' || name === 'serviceTime' || summary[name].count > 0);
  const lists = columns.map((name) => timesList(summary[name]));
  const written = lists.map((list) => timeColumn(list.map(([, us]) => us)));
  return (
    <DataTable
      label={t('latency.table')}
      rows={lists[0] ?? []}
      rowKey={([name]) => name}
      columns={[
        { key: 'figure', head: t('latency.figure'), headHidden: true, naming: true, cell: ([name]) => name },
        ...columns.map((column, at) => ({
          key: column,
          head: timeName(column),
          numeric: true,
          cell: (_: unknown, row: number) => written[at]?.(lists[at]?.[row]?.[1]),
        })),
      ]}
    />
  );
}
