import '../../../i18n/run-text.ts';
import { formatPlain, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../../charts/lazy.ts';
import type { Series } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { connectionRows, countWarmupSeconds } from '../run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';

/** Connections open at the end of each second, and opened in it. */
export function ConnectionsChart({ points, story }: RunChartsProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => connectionRows(points), [points]);
  const series: Series[] = [
    { key: 'open', name: t('chart.open'), colour: 'var(--accent)' },
    { key: 'opened', name: t('chart.opened'), colour: 'var(--sent)', dash: '9 2' },
  ];
  const last = rows.at(-1);
  const summary = last
    ? t('chart.connectionsSummary', { open: formatShortCount(last.open ?? 0), opened: formatRate(last.opened ?? 0) })
    : t('chart.nothingYet');
  return (
    <ChartCard id="connections" title={t('chart.connections')} summary={summary} series={series} rows={rows} format={formatSignificant}>
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
