import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { callFigures } from './call-figures.ts';

const planOf = (grpc: object, load: object = { model: 'open', rate: 50, duration: '10s' }) =>
  planSchema.parse({
    version: 1,
    name: 'calls',
    target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'a.B/C', reflection: true, ...grpc } },
    connection: { protocol: 'grpc' },
    load,
  });
const messages = [{ a: 1 }, { a: 2 }, { a: 3 }];

it('a unary call sends one message, and takes several in turn; what is not known of a call is not said', () => {
  expect(callFigures(planOf({}), 'unary')).toEqual({ perCall: 1, inTurn: null, streamMs: null, openStreams: null });
  expect(callFigures(planOf({ messages }), 'unary')).toMatchObject({ perCall: 1, inTurn: 3 });
  expect(callFigures(planOf({ messages }), null)).toMatchObject({ perCall: null, inTurn: null });
});

it('a stream sends its messages once, or as many as it is asked for', () => {
  expect(callFigures(planOf({ messages }), 'bidi_streaming')).toMatchObject({ perCall: 3, openStreams: null });
  expect(callFigures(planOf({ messages, messagesPerStream: 10 }), null)).toMatchObject({ perCall: 10 });
});

it('a paced stream lasts as long as its messages need, or as it may', () => {
  const paced = { messagesPerStream: 11, messageInterval: '100ms' };
  expect(callFigures(planOf(paced), 'client_streaming')).toMatchObject({ perCall: 11, streamMs: 1000, openStreams: 50 });
  // Due at 0, 100, … 400 ms; the one at 500 ms meets a closed stream.
  expect(callFigures(planOf({ ...paced, streamDuration: '500ms' }), 'client_streaming')).toMatchObject({
    perCall: 5,
    streamMs: 500,
    openStreams: 25,
  });
  expect(callFigures(planOf({ messageInterval: '1s', streamDuration: '5s' }), 'bidi_streaming')).toMatchObject({
    perCall: 5,
    streamMs: 5000,
  });
  expect(callFigures(planOf(paced, { model: 'closed', connections: 2, duration: '5s' }), 'client_streaming')).toMatchObject({
    streamMs: 1000,
    openStreams: null,
  });
});
