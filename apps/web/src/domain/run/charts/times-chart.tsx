import type { Times } from '@plimsoll/contracts/sample';
import { chartWords } from '@plimsoll/wording/en/chart';
import { latencyWords } from '@plimsoll/wording/en/run';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import type { ChartRow, Limit } from '../../../charts/types.ts';
import { TimeChartCard } from '../../../ui/time-chart-card.tsx';
import { failedSeries, latencyRows, latencySeries } from '../table/run-rows.ts';
import { useLogScale } from './log-scale.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

interface Props extends Pick<RunChartsProps, 'story'> {
  /** Differs from those of the other charts of a page. */
  readonly id: string;
  readonly title: string;
  /** Does not change from one drawing to the next where it holds the same. */
  readonly timed: readonly { readonly second: number; readonly times: Times }[];
  readonly warmupSeconds: number;
  readonly limits: readonly Limit[];
  /** p99 of failed answers by second, drawn where some failed. */
  readonly failed?: ReadonlyMap<number, number | null>;
}

const none: ReadonlyMap<number, number | null> = new Map();

/** Percentiles of some times in each second. */
export function TimesChart({ id, title, timed, warmupSeconds, limits, failed = none, story }: Props) {
  const someFailed = [...failed.values()].some((us) => us !== null);
  const someGood = timed.some(({ times }) => times.p50Us !== null);
  const series = [...(someGood || !someFailed ? latencySeries : []), ...(someFailed ? [failedSeries(latencyWords.failedP99)] : [])];
  const rows = useMemo((): ChartRow[] => {
    const percentiles = latencyRows(timed);
    return someFailed ? percentiles.map((row) => ({ ...row, failedP99: failed.get(row.x) ?? null })) : percentiles;
  }, [timed, failed, someFailed]);
  const unit = timeUnit(rows.map((row) => (someGood ? row.p999 : row.failedP99)));
  const format = (us: number) => formatUs(us, unit);
  const worst = rows.reduce<ChartRow | undefined>((most, row) => ((row.p99 ?? 0) > (most?.p99 ?? 0) ? row : most), undefined);
  const [log, toggle] = useLogScale(id, title);
  const summary = worst
    ? chartWords.latencySummary({
        worst: formatUs(worst.p99, unit),
        at: formatClock(worst.x),
      })
    : someFailed
      ? latencyWords.onlyFailed
      : chartWords.nothingYet;
  return (
    <TimeChartCard
      id={id}
      title={title}
      summary={summary}
      series={series}
      rows={rows}
      format={format}
      actions={toggle}
      limits={limits}
      log={log}
      group="run"
      {...story}
      warmupSeconds={warmupSeconds}
    />
  );
}
