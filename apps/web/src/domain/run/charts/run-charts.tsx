/** The charts of a run, live, finished or shared: the same pictures from the same points. */
import { ConnectionsChart } from './connections-chart.tsx';
import { ErrorsChart } from './errors-chart.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { RatesChart } from './rates-chart.tsx';
import type { RunChartsProps } from './run-charts-props.ts';
import { UnderWayChart } from './under-way-chart.tsx';

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
      {!props.withoutConnections && <ConnectionsChart {...props} />}
      <UnderWayChart {...props} />
    </div>
  );
}
