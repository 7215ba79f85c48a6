/** The messages of a run's streams, as rows of charts. Pure. */
import { findMessageTimes, noTimes, type Point, readStream, type Times } from '@plimsoll/contracts/sample';
import type { MessageTime } from '@plimsoll/contracts/times';
import { tokenSeconds, wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import type { ChartRow } from '../../../charts/types.ts';

type Streamed = Pick<Point, 'second' | 'stream' | 'grpc'>;

/** Messages of each second; none in a second in which no stream got as far. */
export function messageRateRows(points: readonly (Streamed & Pick<Point, 'lengthMs'>)[]): ChartRow[] {
  return wholeSeconds(points).map((point) => {
    const stream = readStream(point);
    const perSecond = (messages = 0) => (messages * 1000) / point.lengthMs;
    return { x: point.second, sent: perSecond(stream?.messagesSent), received: perSecond(stream?.messagesReceived) };
  });
}

/** Output tokens of each second; none in a second in which no stream ended. */
export function tokenRateRows(points: readonly (Streamed & Pick<Point, 'lengthMs'>)[]): ChartRow[] {
  return tokenSeconds(points).map((point) => ({ x: point.second, output: readStream(point)?.tokens?.outputPerSecond ?? 0 }));
}

/** One of the times of messages in each second. */
export function messageTimeRows(points: readonly Streamed[], name: MessageTime): { second: number; times: Times }[] {
  return points.map((point) => ({ second: point.second, times: findMessageTimes(readStream(point), name) ?? noTimes }));
}
