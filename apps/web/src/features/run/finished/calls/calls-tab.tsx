import type { Run } from '@plimsoll/contracts/run';
import type { RunWindow } from '@plimsoll/contracts/window';
import { CallStatuses } from '@plimsoll/pages/call-tables';
import { GhzCards } from './ghz-cards.tsx';

interface Props {
  /** Its summary is of what is shown. */
  readonly run: Run;
  readonly window: RunWindow | null;
}

/** The parts that only calls of gRPC have: their statuses, and the figures as ghz prints them. */
export function CallsTab({ run, window }: Props) {
  const { summary } = run;
  if (!summary?.grpc) return null;
  return (
    <div className="grid2" style={{ alignItems: 'start' }}>
      <CallStatuses grpc={summary.grpc} />
      <GhzCards run={run} window={window} />
    </div>
  );
}
