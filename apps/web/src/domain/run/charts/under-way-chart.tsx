import '../../../i18n/run-text.ts';
import { formatPlain, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../../charts/lazy.ts';
import type { Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { connectionRows, countWarmupSeconds } from '../run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';

/** Requests on their way and requests that wait for a connection, at the end of each second. */
export function UnderWayChart({ points, story, counted }: RunChartsProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => connectionRows(points), [points]);
  const series: Series[] = [
    { key: 'inFlight', name: t('chart.inFlight'), colour: 'var(--cpu)', area: true },
    { key: 'waiting', name: t('chart.waiting'), colour: 'var(--failed)', dash: '4 3' },
  ];
  const last = rows.at(-1);
  const summary = last
    ? t('chart.underWaySummary', { inFlight: formatShortCount(last.inFlight ?? 0), waiting: formatShortCount(last.waiting ?? 0) })
    : t('chart.nothingYet');
  return (
    <ChartCard id="underway" title={t('chart.underWay', counted)} summary={summary} series={series} rows={rows} format={formatSignificant}>
      <TimeChart
        rows={rows}
        series={series}
        format={formatPlain}
        group="run"
        {...story}
        warmupSeconds={countWarmupSeconds(points)}
        least={1}
        whole
      />
    </ChartCard>
  );
}
