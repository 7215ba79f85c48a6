import '../../../i18n/run-text.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { requestPoints } from '../requests/request-rows.ts';
import { chartLimits, countWarmupSeconds, failedRows, type TimesKind } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';
import { TimesChart } from './times-chart.tsx';

/** Percentiles of one kind of time in each second. */
export function LatencyChart({ points, thresholds, request = null, kind, story }: RunChartsProps & { kind: TimesKind }) {
  const { t } = useTranslation();
  const failed = useMemo(() => failedRows(kind === 'responseTime' && request === null ? points : []), [points, kind, request]);
  const timed = useMemo(
    () =>
      request === null
        ? points.map((point) => ({ second: point.second, times: point[kind] }))
        : requestPoints(points, request).map((part) => ({ second: part.second, times: part.responseTime })),
    [points, kind, request],
  );
  return (
    <TimesChart
      id={kind}
      title={request === null ? t(`chart.${kind}`) : t('requests.chartOf', { title: t(`chart.${kind}`), name: request })}
      timed={timed}
      failed={failed}
      limits={chartLimits(thresholds, kind, request)}
      warmupSeconds={countWarmupSeconds(points)}
      story={story}
    />
  );
}
