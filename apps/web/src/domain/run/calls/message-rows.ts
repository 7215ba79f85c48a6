/** The messages of a gRPC run's calls, as rows of charts. Pure. */
import { noTimes, type Point, type Times } from '@plimsoll/contracts/sample';
import type { MessageTime } from '@plimsoll/contracts/times';
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

/** One of the times of messages in each second. */
export function messageTimeRows(points: readonly Pick<Point, 'second' | 'grpc'>[], name: MessageTime): { second: number; times: Times }[] {
  return points.map(({ second, grpc }) => ({ second, times: grpc?.[name] ?? noTimes }));
}
