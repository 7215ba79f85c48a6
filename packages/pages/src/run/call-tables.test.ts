import { type GrpcFigures, noTimes, readStream } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { listCallStatuses } from './call-tables.ts';
import { takenTimes } from './stream-rows.ts';

const gap = { ...noTimes, count: 3, p99Us: 20_000 };
const grpc: GrpcFigures = {
  statuses: { NOT_FOUND: 1, OK: 3 },
  messages: { sent: 10, received: 40, sentBytes: 100, receivedBytes: 400 },
  firstMessageTime: noTimes,
  messageGap: gap,
  messageRoundTrip: null,
  messageLateness: null,
};
it('lists statuses by their numbers with their shares, and the times that were taken', () => {
  expect(listCallStatuses(grpc)).toEqual([
    { status: 'OK', count: 3, share: 0.75 },
    { status: 'NOT_FOUND', count: 1, share: 0.25 },
  ]);
  const stream = readStream({ stream: null, grpc });
  expect(stream && takenTimes(stream)).toEqual([['messageGap', gap]]);
});
