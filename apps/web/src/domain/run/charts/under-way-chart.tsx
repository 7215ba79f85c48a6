import '../../../i18n/run-text.ts';
import { formatShortCount } from '@plimsoll/wording/number';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../charts/types.ts';
import { connectionRows } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
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
    <AmountsChart
      id="underway"
      title={t('chart.underWay', counted)}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
      whole
    />
  );
}
