/** The statuses of a run's gRPC calls, without its warm-up. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { GrpcFigures } from '@plimsoll/contracts/sample';
import { callsWords } from '@plimsoll/wording/en/calls';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { createElement as h, type ReactNode } from 'react';
import { type Figures, FigureTable } from '../table/figure-table.ts';

/** Calls by the status that ended them, in the order of the statuses' numbers. */
export function listCallStatuses({ statuses }: Pick<GrpcFigures, 'statuses'>): { status: GrpcStatus; count: number; share: number }[] {
  const ended = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return grpcStatuses.flatMap((status) => {
    const count = statuses[status] ?? 0;
    return count > 0 ? [{ status, count, share: count / ended }] : [];
  });
}

export function callStatusTable(grpc: GrpcFigures): Figures {
  return {
    label: callsWords.statuses,
    head: [callsWords.statuses, callsWords.count, callsWords.share],
    rows: listCallStatuses(grpc).map(({ status, count, share }) => [status, formatCount(count), formatShare(share)]),
    what: callsWords.statusesWhat,
  };
}

/** Calls by the status that ended them. */
export function CallStatuses({ grpc }: { grpc: GrpcFigures }): ReactNode {
  return h(FigureTable, callStatusTable(grpc));
}
