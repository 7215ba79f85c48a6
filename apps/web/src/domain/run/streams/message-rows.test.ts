import { type GrpcFigures, noStream, noTimes, type StreamFigures, type TokenFigures } from '@plimsoll/contracts/sample';
import { cutOffTokens } from '@plimsoll/contracts/whole-seconds';
import { expect, it } from 'vitest';
import { messageRateRows, messageTimeRows, tokenRateRows } from './message-rows.ts';

const gap = { ...noTimes, count: 3, p99Us: 20_000 };
const grpc: GrpcFigures = {
  statuses: { NOT_FOUND: 1, OK: 3 },
  messages: { sent: 10, received: 40, sentBytes: 100, receivedBytes: 400 },
  firstMessageTime: noTimes,
  messageGap: gap,
  messageRoundTrip: null,
  messageLateness: null,
};
const points = [
  { second: 0, lengthMs: 1000, stream: null, grpc },
  { second: 1, lengthMs: 500, stream: null, grpc },
  { second: 2, lengthMs: 1000, stream: null, grpc: null },
];

it('counts messages by the measured length of their second, and none where no call got as far', () => {
  expect(messageRateRows(points)).toEqual([
    { x: 0, sent: 10, received: 40 },
    { x: 1, sent: 20, received: 80 },
    { x: 2, sent: 0, received: 0 },
  ]);
});

it('draws a time in its seconds, with a gap where it was not taken', () => {
  expect(messageTimeRows(points, 'messageGap').map(({ second, times }) => [second, times.p99Us])).toEqual([
    [0, 20_000],
    [1, 20_000],
    [2, null],
  ]);
});

it('draws tokens of streams that came to their end: those that the end of the load cut off would all count in its last second', () => {
  const tokens = (outputPerSecond: number) => ({ outputPerSecond }) as TokenFigures;
  const ended = (perSecond: number, ends: StreamFigures['ends']) => ({ ...noStream, ends, tokens: tokens(perSecond) });
  const whole = [
    { second: 0, lengthMs: 1000, stream: null, grpc: null },
    { second: 1, lengthMs: 1000, stream: ended(120, { done: 3 }), grpc: null },
    { second: 2, lengthMs: 400, stream: ended(9000, { done: 1, cut_off: 8 }), grpc: null },
  ];
  expect(tokenRateRows(whole)).toEqual([
    { x: 0, output: 0 },
    { x: 1, output: 120 },
  ]);
  // There is nothing else to show.
  expect(tokenRateRows(whole.slice(2))).toEqual([{ x: 2, output: 9000 }]);
  // The caption says which of these it is.
  expect([whole, whole.slice(0, 2), whole.slice(2)].map(cutOffTokens)).toEqual(['left_out', 'none', 'shown']);
});
