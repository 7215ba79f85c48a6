import { type Lengths, noTimes, type StreamFigures as Stream, type Times } from '@plimsoll/contracts/sample';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { writeHtml } from '../page/write-html.ts';
import { takenTimes } from './stream-rows.ts';
import { StreamFigures, streamTables } from './stream-tables.ts';
import { StreamTiles, tokensPerUser } from './stream-tiles.ts';

const times = (p50Us: number): Times => ({ ...noTimes, count: 3, p50Us, p95Us: 2 * p50Us, p99Us: 3 * p50Us, maxUs: 3 * p50Us });
const lengths = (p50: number): Lengths => ({ count: 3, min: 1, mean: p50 + 0.5, p50, p90: p50, p95: p50, p99: p50, max: 2 * p50 });
const tokens = {
  input: null,
  output: 1200,
  outputPerSecond: 120,
  streams: 40,
  countedByMessages: 4,
  goodput: 0.9,
  firstTokenTime: times(300_000),
  secondTokenTime: noTimes,
  interTokenTime: times(25_000),
  inputLength: lengths(0),
  outputLength: lengths(30),
};
const stream: Stream = {
  messagesSent: 0,
  messagesReceived: 1240,
  bytesSent: 0,
  bytesReceived: 62_000,
  coalesced: 124,
  ends: { done: 38, timed_out: 2 },
  closeCodes: {},
  firstMessageTime: times(290_000),
  messageGap: times(24_000),
  messageRoundTrip: null,
  messageLateness: null,
  pingRoundTrip: null,
  publishTime: null,
  tokens,
};
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('tells tokens, messages, ends and times, each by its own denominator', () => {
  const tables = streamTables({ stream, grpc: null, sent: 60, durationMs: 10_000 });
  const row = (label: string, name: string) =>
    tables
      .find((table) => table.label === label)
      ?.rows.find(([head]) => head === name)
      ?.slice(1)
      .map(plain);
  expect(tables.map(({ label }) => label)).toEqual(['Language model', 'Tokens', 'Messages', 'Ends of streams', 'Times of messages']);
  expect(row('Language model', 'Output tokens per second and user (1 / ITL p50)')).toEqual(['40/s']);
  expect(row('Language model', 'Within limits (goodput)')).toEqual(['90 %']);
  expect([row('Tokens', 'All'), row('Tokens', 'Per second'), row('Tokens', 'p50 of a stream')]).toEqual([
    ['–', '1200'],
    ['–', '120/s'],
    ['0', '30'],
  ]);
  expect([row('Messages', 'Per stream'), row('Messages', 'Per second')]).toEqual([
    ['0', '31'],
    ['0/s', '124/s'],
  ]);
  expect(row('Ends of streams', 'Timed out')).toEqual(['2', '5 %']);
  expect(row('Times of messages', 'p99')).toEqual(['870 ms', '72 ms', '900 ms', '75 ms']);
  expect(plain(tables.map(({ what }) => what).join(' '))).toMatch(/No “usage” came for 4 of 40 streams.*10 % of the messages that came/);
  expect(tokensPerUser({ ...tokens, interTokenTime: noTimes })).toBeNull();
  expect(takenTimes(stream).map(([name]) => name)).toEqual(['firstMessageTime', 'messageGap', 'firstTokenTime', 'interTokenTime']);
});

it('explains the times that were taken, and no other', () => {
  const told = (of: Partial<Stream>) =>
    writeHtml(StreamFigures, { summary: { stream: { ...stream, ...of }, grpc: null, sent: 60, durationMs: 10_000 } });
  const unpaced = told({ tokens: null });
  expect(unpaced).toContain('First message: From the send of a stream to its first message. Message gap: From one message');
  expect(unpaced).not.toMatch(/round trip|lateness|due|token|Ping|publish/i);
  expect(told({ tokens: null, messageRoundTrip: times(3000), messageLateness: times(10) })).toMatch(
    /Message round trip: From when a message was due to the answer to it\. Message lateness: From when/,
  );
  const ofTokens = told({});
  expect(ofTokens).toMatch(/TTFT: From the send of a stream to its first token .*ITL: Inter-token latency is/);
  expect(ofTokens).not.toContain('TTST');
});

it('has tiles of tokens with their limits, of messages where there are no tokens, and none of calls of one message', () => {
  const drawn = (of: Stream | null, thresholds: readonly string[] = []) =>
    plain(
      renderToStaticMarkup(h(StreamTiles, { of: { stream: of, grpc: null }, lengthMs: 10_000, thresholds })).replaceAll(/<[^>]*>/g, ' '),
    );
  const llm = drawn(stream, ['ttft p(95) < 500ms', 'ttft p(50) < 1ms']);
  for (const text of [
    /Output tokens\s+120\s+\/s\s+40\/s for a user/,
    /TTFT p50\s+300\s+ms\s+p95 600 ms · p99 900 ms · limit 500 ms/,
    /Within limits\s+90\s+%/,
  ])
    expect(llm).toMatch(text);
  expect(llm).not.toContain('gap');
  expect(drawn({ ...stream, tokens: null })).toMatch(/Messages\s+124\s+\/s.*Message gap p50\s+24\s+ms/);
  expect([drawn({ ...stream, tokens: null, messageGap: noTimes }), drawn(null)]).toEqual(['', '']);
});
