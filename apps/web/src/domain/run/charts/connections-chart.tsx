import '../../../i18n/run-text.ts';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../charts/types.ts';
import { connectionRows } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
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
    <AmountsChart
      id="connections"
      title={t('chart.connections')}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
      whole
    />
  );
}
