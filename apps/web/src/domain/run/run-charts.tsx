/** The charts of a run, live, finished or shared: the same pictures from the same points. */
import { Suspense } from 'react';
import { LoadingCard } from '../../ui/notice/loading.tsx';
import { MessagesChart, MessageTimeCharts } from './calls/lazy.ts';
import { ConnectionsChart } from './charts/connections-chart.tsx';
import { ErrorsChart } from './charts/errors-chart.tsx';
import { LatencyChart } from './charts/latency-chart.tsx';
import { RatesChart } from './charts/rates-chart.tsx';
import type { RunChartsProps } from './charts/run-charts-props.ts';
import { UnderWayChart } from './charts/under-way-chart.tsx';

/** As tall as the card of a chart. */
const chartCardPx = 290;

export function RunCharts(props: RunChartsProps) {
  const messages = props.points.some(({ grpc }) => grpc !== null);
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
      {messages && (
        <Suspense fallback={<LoadingCard height={chartCardPx} />}>
          <MessagesChart {...props} />
        </Suspense>
      )}
      <LatencyChart {...props} kind="responseTime" />
      {messages && (
        <Suspense fallback={<LoadingCard height={chartCardPx} />}>
          <MessageTimeCharts {...props} />
        </Suspense>
      )}
      <ErrorsChart {...props} />
      {!props.withoutService && <LatencyChart {...props} kind="serviceTime" />}
      {!props.withoutConnections && <ConnectionsChart {...props} />}
      {!props.withoutConnections && <UnderWayChart {...props} />}
    </div>
  );
}
