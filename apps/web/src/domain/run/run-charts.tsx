/** The charts of a run, live, finished or shared: the same pictures from the same points. */
import '../../i18n/run-text.ts';
import { Switch } from '@mantine/core';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Point } from '@plimsoll/contracts/sample';
import { formatPlain, formatShortCount, formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TimeChart } from '../../charts/lazy.ts';
import type { Series } from '../../charts/types.ts';
import { ChartCard } from '../../ui/chart-card.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { requestPoints } from './request-rows.ts';
import {
  chartLimits,
  connectionRows,
  countWarmupSeconds,
  errorRows,
  latencyRows,
  latencySeries,
  rateRows,
  type TimesKind,
} from './run-rows.ts';

export interface RunChartsProps {
  readonly points: readonly Point[];
  readonly thresholds: readonly string[];
  readonly errorStatuses: Plan['errorStatuses'];
  /** Draw this one request of several, where a chart can; null = all together. */
  readonly request?: string | null;
}

const searchSchema = z.object({ log: z.string().default('').catch('') });

export function RunCharts(props: RunChartsProps) {
  if (props.request != null)
    return (
      <div className="grid2">
        <RatesChart {...props} />
        <LatencyChart {...props} kind="responseTime" />
      </div>
    );
  return (
    <div className="grid2">
      <RatesChart {...props} />
      <LatencyChart {...props} kind="responseTime" />
      <ErrorsChart {...props} />
      <LatencyChart {...props} kind="serviceTime" />
      <ConnectionsChart {...props} />
      <UnderWayChart {...props} />
    </div>
  );
}

export function RatesChart({ points, thresholds, request = null }: RunChartsProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => rateRows(request === null ? points : requestPoints(points, request)), [points, request]);
  const title = request === null ? t('chart.rates') : t('requests.chartOf', { title: t('chart.rates'), name: request });
  const planned: Series = { key: 'planned', name: t('chart.planned'), colour: 'var(--planned)', dash: '5 4' };
  const series: Series[] = [
    { key: 'done', name: t('chart.done'), colour: 'var(--ok)', area: true },
    ...(request === null ? [planned] : []),
    { key: 'sent', name: t('chart.sent'), colour: 'var(--sent)', dash: '9 2' },
    { key: 'failed', name: t('chart.failed'), colour: 'var(--failed)' },
  ];
  const last = rows.at(-1);
  const peak = rows.reduce((best, row) => ((row.done ?? 0) > (best?.done ?? -1) ? row : best), rows[0]);
  const summary =
    last && peak
      ? t('chart.ratesSummary', {
          done: formatRate(last.done ?? 0),
          failed: formatRate(last.failed ?? 0),
          peak: formatRate(peak.done ?? 0),
          at: formatClock(peak.x),
        })
      : t('chart.nothingYet');
  return (
    <ChartCard id="rates" title={title} summary={summary} series={series} rows={rows} format={formatSignificant}>
      <TimeChart
        rows={rows}
        series={series}
        format={formatPlain}
        limits={chartLimits(thresholds, 'rates', request)}
        group="run"
        warmupSeconds={countWarmupSeconds(points)}
        least={1}
      />
    </ChartCard>
  );
}

export function LatencyChart({ points, thresholds, request = null, kind }: RunChartsProps & { kind: TimesKind }) {
  const { t } = useTranslation();
  const [search, change] = useSearchState(searchSchema);
  const logs = search.log.split(',').filter(Boolean);
  const log = logs.includes(kind);
  const rows = useMemo(
    () =>
      latencyRows(
        request === null
          ? points.map((point) => ({ second: point.second, times: point[kind] }))
          : requestPoints(points, request).map((part) => ({ second: part.second, times: part.responseTime })),
      ),
    [points, kind, request],
  );
  const limits = chartLimits(thresholds, kind, request);
  const unit = timeUnit(rows.map((row) => row.p999));
  const format = (us: number) => formatUs(us, unit);
  const last = rows.findLast((row) => row.p99 !== null);
  const worst = rows.reduce<(typeof rows)[number] | undefined>((most, row) => ((row.p99 ?? 0) > (most?.p99 ?? 0) ? row : most), undefined);
  const title = request === null ? t(`chart.${kind}`) : t('requests.chartOf', { title: t(`chart.${kind}`), name: request });
  const summary = last
    ? t('chart.latencySummary', {
        p50: formatUs(last.p50, unit),
        p99: formatUs(last.p99, unit),
        worst: formatUs(worst?.p99, unit),
        at: formatClock(worst?.x ?? 0),
      })
    : t('chart.nothingYet');
  return (
    <ChartCard
      id={kind}
      title={title}
      summary={summary}
      series={latencySeries}
      rows={rows}
      format={format}
      actions={
        <Switch
          size="xs"
          label={t('chart.log')}
          aria-label={t('chart.logOf', { title })}
          checked={log}
          onChange={() => change({ log: (log ? logs.filter((one) => one !== kind) : [...logs, kind]).join(',') || undefined })}
        />
      }
    >
      <TimeChart
        rows={rows}
        series={latencySeries}
        format={format}
        limits={limits}
        log={log}
        group="run"
        warmupSeconds={countWarmupSeconds(points)}
      />
    </ChartCard>
  );
}

export function useOutcomeName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (/^\d+$/.test(kind) ? `HTTP ${kind}` : t(`outcome.${kind}` as 'outcome.timeout'));
}

export function ErrorsChart({ points, errorStatuses }: RunChartsProps) {
  const { t } = useTranslation();
  const nameOf = useOutcomeName();
  const { rows, series, totals } = errorRows(points, errorStatuses, nameOf);
  const summary =
    totals.length === 0
      ? t('chart.noErrors')
      : t('chart.errorsSummary', {
          list: totals
            .slice(0, 3)
            .map(([kind, count]) => `${nameOf(kind)} ×${formatShortCount(count)}`)
            .join(', '),
        });
  return (
    <ChartCard id="errors" title={t('chart.errors')} summary={summary} series={series} rows={rows} format={formatSignificant}>
      {totals.length === 0 ? (
        <div className="chart-none">{summary}</div>
      ) : (
        <TimeChart
          rows={rows}
          series={series}
          format={formatPlain}
          stacked
          group="run"
          warmupSeconds={countWarmupSeconds(points)}
          least={1}
        />
      )}
    </ChartCard>
  );
}

export function ConnectionsChart({ points }: RunChartsProps) {
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
      <TimeChart rows={rows} series={series} format={formatPlain} group="run" warmupSeconds={countWarmupSeconds(points)} least={1} />
    </ChartCard>
  );
}

export function UnderWayChart({ points }: RunChartsProps) {
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
    <ChartCard id="underway" title={t('chart.underWay')} summary={summary} series={series} rows={rows} format={formatSignificant}>
      <TimeChart rows={rows} series={series} format={formatPlain} group="run" warmupSeconds={countWarmupSeconds(points)} least={1} />
    </ChartCard>
  );
}
