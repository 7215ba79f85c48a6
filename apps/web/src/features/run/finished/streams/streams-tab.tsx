import type { Summary } from '@plimsoll/contracts/summary';
import { StreamFigures } from '@plimsoll/pages/stream-tables';
import type { RunChartsProps } from '../../../../domain/run/charts/run-charts-props.ts';
import { MessagesChart, MessageTimeCharts, TokensChart } from '../../../../domain/run/streams/message-charts.tsx';

/** The messages and tokens of streams. `summary` is of what is shown. */
export function StreamsTab({ summary, charts }: { summary: Summary; charts: RunChartsProps }) {
  return (
    <div className="grid2" style={{ alignItems: 'start' }}>
      <StreamFigures summary={summary} />
      <TokensChart {...charts} />
      <MessagesChart {...charts} />
      <MessageTimeCharts {...charts} lateness />
    </div>
  );
}
