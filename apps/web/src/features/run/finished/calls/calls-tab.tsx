import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { CallFigures } from '@plimsoll/pages/call-tables';
import { MessagesChart, MessageTimeCharts } from '../../../../domain/run/calls/message-charts.tsx';
import type { RunChartsProps } from '../../../../domain/run/charts/run-charts-props.ts';
import { GhzCards } from './ghz-cards.tsx';

interface Props {
  /** Its summary is of what is shown. */
  readonly run: Run;
  readonly window: RunWindow | null;
  readonly charts: RunChartsProps;
}

/** The parts that only calls of gRPC have: their statuses, their messages, and the figures as ghz prints them. */
export function CallsTab({ run, window, charts }: Props) {
  const { summary } = run;
  if (!summary?.grpc) return null;
  return (
    <>
      <div className="grid2" style={{ alignItems: 'start' }}>
        <CallFigures summary={summary} />
        <MessagesChart {...charts} />
        <MessageTimeCharts {...charts} lateness />
      </div>
      <div className="grid2" style={{ alignItems: 'start' }}>
        <GhzCards run={run} window={window} />
      </div>
    </>
  );
}
