import { type StreamInput, streamSchema } from '@plimsoll/contracts/stream';
import { expect, it } from 'vitest';
import { readStream, writeStream } from './stream-values.ts';

const through = (stream: StreamInput | null) => writeStream(readStream(stream));

it.each<StreamInput | null>([
  null,
  'sse',
  'chunks',
  { as: 'ndjson', doneAt: 'end', maxMessageBytes: 10 },
  { as: 'sse', doneAt: null, reconnect: true, endAfter: { messages: 3, duration: '5s', jsonPath: { path: 'a.b', equals: null } } },
  { as: 'sse', tokens: 'anthropic' },
  { as: 'sse', tokens: { shape: 'openai', ttft: '500ms', itl: '80ms' } },
])('fields keep a stream as it was written: %j', (stream) => {
  expect(through(stream)).toEqual(stream);
});

it('what is typed that is no number is refused at its place, and no field is lost on the way', () => {
  const typed = writeStream({ ...readStream('sse'), endMessages: 'many', ttft: '1 s', tokens: 'openai' });
  expect(typed).toEqual({ as: 'sse', endAfter: { messages: 'many' }, tokens: { shape: 'openai', ttft: '1s' } });
  expect(readStream(typed).endMessages).toBe('many');
  expect(streamSchema.safeParse(typed).success).toBe(false);
});

it('settings that another form of stream does not have go with it, and none are left of an answer that is none', () => {
  const events = readStream({ as: 'sse', reconnect: true, tokens: 'openai' });
  expect(writeStream({ ...events, as: 'chunks' })).toBe('chunks');
  expect(writeStream({ ...events, as: 'none' })).toBeNull();
});
