import { recordSeconds } from '@plimsoll/contracts/whole-seconds';
import { lineLooks } from '@plimsoll/pages/line-look';
import { requestPoints } from '@plimsoll/pages/request-rows';
import { chartWords } from '@plimsoll/wording/en/chart';
import { requestsWords } from '@plimsoll/wording/en/run';
import { formatRate } from '@plimsoll/wording/rate';
import { formatClock } from '@plimsoll/wording/time';
import { useMemo } from 'react';
import type { ChartRow, Series } from '../../../charts/types.ts';
import { cpuLines, cpuSeries, withCpu } from '../resource-rows.ts';
import { chartLimits, mostOf, peakRow, rateRows } from '../table/run-rows.ts';
import { AmountsChart } from './amounts-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';

/** Planned, sent, done and failed in each second. */
export function RatesChart({ points, thresholds, request = null, resources, story, counted }: RunChartsProps) {
  const cpu = useMemo(() => cpuLines(resources), [resources]);
  const shown = useMemo(() => (request === null ? points : requestPoints(points, request)), [points, request]);
  const rows = useMemo(() => withCpu(rateRows(shown), cpu), [shown, cpu]);
  const title = request === null ? chartWords.rates(counted) : requestsWords.chartOf({ title: chartWords.rates({}), name: request });
  const planned: Series = { key: 'planned', name: chartWords.planned, ...lineLooks.planned };
  const series: Series[] = [
    { key: 'done', name: chartWords.done, ...lineLooks.done, area: true },
    ...(request === null ? [planned] : []),
    { key: 'sent', name: chartWords.sent, ...lineLooks.sent },
    { key: 'failed', name: chartWords.failed, ...lineLooks.failed },
    ...cpuSeries(cpu, (name) => chartWords.cpuOf({ name })),
  ];
  const records = rateRows(recordSeconds(shown));
  const mostFailed = mostOf(records, 'failed') || mostOf(rows, 'failed');
  const peak = peakRow(records, 'done');
  const summary = saySummary(peak, mostFailed);
  return (
    <AmountsChart
      id="rates"
      title={title}
      summary={summary}
      rows={rows}
      series={series}
      points={points}
      story={story}
      limits={chartLimits(thresholds, 'throughput', request)}
    />
  );
}

/** The highest rates, of what there was any. */
function saySummary(peak: ChartRow | undefined, mostFailed: number): string {
  if (peak === undefined) return chartWords.nothingYet;
  const failed = formatRate(mostFailed);
  if (mostFailed > 0 && !peak.done) return chartWords.ratesSummaryAllFailed({ failed });
  const figures = { peak: formatRate(peak.done ?? 0), at: formatClock(peak.x), failed };
  return (mostFailed > 0 ? chartWords.ratesSummaryFailed : chartWords.ratesSummary)(figures);
}
