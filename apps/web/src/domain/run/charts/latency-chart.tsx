import '../../../i18n/run-text.ts';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../../charts/lazy.ts';
import type { ChartRow } from '../../../charts/types.ts';
import { ChartCard } from '../../../ui/chart-card.tsx';
import { requestPoints } from '../request-rows.ts';
import { chartLimits, countWarmupSeconds, failedRows, failedSeries, latencyRows, latencySeries, type TimesKind } from '../run-rows.ts';
import { useLogScale } from './log-scale.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Percentiles of one kind of time in each second. */
export function LatencyChart({ points, thresholds, request = null, kind, story }: RunChartsProps & { kind: TimesKind }) {
  const { t } = useTranslation();
  const failed = useMemo(() => failedRows(kind === 'responseTime' && request === null ? points : []), [points, kind, request]);
  const someFailed = [...failed.values()].some((us) => us !== null);
  const series = someFailed ? [...latencySeries, failedSeries(t('latency.failedP99'))] : latencySeries;
  const timed = useMemo(
    () =>
      latencyRows(
        request === null
          ? points.map((point) => ({ second: point.second, times: point[kind] }))
          : requestPoints(points, request).map((part) => ({ second: part.second, times: part.responseTime })),
      ),
    [points, kind, request],
  );
  const rows = useMemo(
    (): ChartRow[] => (someFailed ? timed.map((row) => ({ ...row, failedP99: failed.get(row.x) ?? null })) : timed),
    [timed, failed, someFailed],
  );
  const limits = chartLimits(thresholds, kind, request);
  const unit = timeUnit(rows.map((row) => row.p999));
  const format = (us: number) => formatUs(us, unit);
  const last = rows.findLast((row) => row.p99 !== null);
  const worst = rows.reduce<(typeof rows)[number] | undefined>((most, row) => ((row.p99 ?? 0) > (most?.p99 ?? 0) ? row : most), undefined);
  const title = request === null ? t(`chart.${kind}`) : t('requests.chartOf', { title: t(`chart.${kind}`), name: request });
  const [log, toggle] = useLogScale(kind, title);
  const summary = last
    ? t('chart.latencySummary', {
        p50: formatUs(last.p50, unit),
        p99: formatUs(last.p99, unit),
        worst: formatUs(worst?.p99, unit),
        at: formatClock(worst?.x ?? 0),
      })
    : t('chart.nothingYet');
  return (
    <ChartCard id={kind} title={title} summary={summary} series={series} rows={rows} format={format} actions={toggle}>
      <TimeChart
        rows={rows}
        series={series}
        format={format}
        limits={limits}
        log={log}
        group="run"
        {...story}
        warmupSeconds={countWarmupSeconds(points)}
      />
    </ChartCard>
  );
}
