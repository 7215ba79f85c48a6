/** The messages of a gRPC run's calls, as rows of charts and tables. Pure. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { type GrpcFigures, noTimes, type Point, type Times } from '@plimsoll/contracts/sample';
import { type MessageTime, messageTimes } from '@plimsoll/contracts/times';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import type { ChartRow } from '../../../charts/types.ts';

/** Messages of each second; none in a second in which no call got as far. */
export function messageRateRows(points: readonly Pick<Point, 'second' | 'lengthMs' | 'grpc'>[]): ChartRow[] {
  return wholeSeconds(points).map(({ second, lengthMs, grpc }) => ({
    x: second,
    sent: ((grpc?.messages.sent ?? 0) * 1000) / lengthMs,
    received: ((grpc?.messages.received ?? 0) * 1000) / lengthMs,
  }));
}

/** The times of messages that were taken at all, in their order. */
export function takenTimes(grpc: GrpcFigures): readonly (readonly [name: MessageTime, times: Times])[] {
  return messageTimes.flatMap((name) => {
    const times = grpc[name];
    return times && times.count > 0 ? [[name, times] as const] : [];
  });
}

/** One of the times of messages in each second. */
export function messageTimeRows(points: readonly Pick<Point, 'second' | 'grpc'>[], name: MessageTime): { second: number; times: Times }[] {
  return points.map(({ second, grpc }) => ({ second, times: grpc?.[name] ?? noTimes }));
}

/** Calls by the status that ended them, in the order of the statuses' numbers. */
export function listCallStatuses({ statuses }: Pick<GrpcFigures, 'statuses'>): { status: GrpcStatus; count: number; share: number }[] {
  const ended = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return grpcStatuses.flatMap((status) => {
    const count = statuses[status] ?? 0;
    return count > 0 ? [{ status, count, share: count / ended }] : [];
  });
}
