import { requestPoints } from '@plimsoll/pages/request-rows';
import { chartWords } from '@plimsoll/wording/en/chart';
import { requestsWords } from '@plimsoll/wording/en/run';
import { useMemo } from 'react';
import { chartLimits, countWarmupSeconds, failedRows, type TimesKind } from '../table/run-rows.ts';
import type { RunChartsProps } from './run-charts-props.ts';
import { TimesChart } from './times-chart.tsx';

interface Props extends RunChartsProps {
  readonly kind: TimesKind;
  /** The other kind is the same in every second. */
  readonly oneTime?: boolean;
}

/** Percentiles of one kind of time in each second. */
export function LatencyChart({ points, thresholds, request = null, kind, story, oneTime = false }: Props) {
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
      title={request === null ? chartWords[oneTime ? 'oneTime' : kind] : requestsWords.chartOf({ title: chartWords[kind], name: request })}
      timed={timed}
      failed={failed}
      limits={chartLimits(thresholds, kind, request)}
      warmupSeconds={countWarmupSeconds(points)}
      story={story}
    />
  );
}

/** Response time, and service time beside it where that was measured. */
export function LatencyCharts(props: RunChartsProps) {
  return (
    <>
      <LatencyChart {...props} kind="responseTime" />
      {!props.withoutService && <LatencyChart {...props} kind="serviceTime" />}
    </>
  );
}
