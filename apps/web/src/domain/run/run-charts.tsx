/** The charts of a run, live, finished or shared: the same pictures from the same points. */
import { readStream } from '@plimsoll/contracts/sample';
import { type ReactNode, Suspense, useMemo } from 'react';
import { LoadingCard } from '../../ui/notice/loading.tsx';
import { ConnectionsChart } from './charts/connections-chart.tsx';
import { ErrorsChart } from './charts/errors-chart.tsx';
import { LatencyChart } from './charts/latency-chart.tsx';
import { RatesChart } from './charts/rates-chart.tsx';
import type { RunChartsProps } from './charts/run-charts-props.ts';
import { UnderWayChart } from './charts/under-way-chart.tsx';
import { isServedAtOnce } from './served-at-once.ts';
import { MessagesChart, MessageTimeCharts, TokensChart } from './streams/lazy.ts';

/** As tall as the card of a chart. */
export const chartCardPx = 290;

/** `children` stand below the first two charts: how much, and how fast. */
export function RunCharts({ children, ...props }: RunChartsProps & { children?: ReactNode }) {
  const { points, withoutService, withoutConnections } = props;
  const messages = points.some((point) => readStream(point) !== null);
  const oneTime = useMemo(() => isServedAtOnce(points), [points]);
  // A second may end between two requests.
  const someUnderWay = points.some(({ inFlight, waiting }) => inFlight + waiting > 0);
  const isWhole = props.request == null;
  return (
    <>
      <div className="grid2">
        <RatesChart {...props} />
        <LatencyChart {...props} kind="responseTime" {...(isWhole && !withoutService ? { oneTime } : {})} />
      </div>
      {children}
      {isWhole && (
        <div className="grid2">
          {messages && (
            <Suspense fallback={<LoadingCard height={chartCardPx} />}>
              <TokensChart {...props} />
              <MessagesChart {...props} />
            </Suspense>
          )}
          {messages && (
            <Suspense fallback={<LoadingCard height={chartCardPx} />}>
              <MessageTimeCharts {...props} />
            </Suspense>
          )}
          <ErrorsChart {...props} />
          {!withoutService && !oneTime && <LatencyChart {...props} kind="serviceTime" />}
          {!withoutConnections && <ConnectionsChart {...props} />}
          {!withoutConnections && someUnderWay && <UnderWayChart {...props} />}
        </div>
      )}
    </>
  );
}
