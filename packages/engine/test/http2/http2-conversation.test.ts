/** Targets that keep HTTP/2's rules in unusual ways: every request is answered. */
import {
  addedLiteral,
  flags,
  frame,
  headers,
  indexed,
  frameTypes as is,
  literal,
  okAnswer,
  settingIds,
  settings,
  status200,
  tableSize,
  uint32,
} from '@plimsoll/testbed/http2/frames';
import type { Http2Script, ScriptedPeer } from '@plimsoll/testbed/targets/scripted-http2';
import { describe, expect, test } from 'vitest';
import { okBody, runScript } from '../support/run-script.ts';

const { endStream, endHeaders, padded } = flags;
const body = (stream: number) => frame(is.data, endStream, stream, 'ok');
const unusual: Readonly<Record<string, (stream: number) => readonly Buffer[]>> = {
  'a frame of a type that nobody knows': (id) => [frame(0x42, 0xff, id, 'x'), frame(0xfa, 0xff, 0, 'y'), okAnswer(id)],
  'a setting that nobody knows': (id) => [settings([0x7777, 1], [0xffff, 0xffffffff]), okAnswer(id)],
  'a setting twice': (id) => [settings([settingIds.maxStreams, 1], [settingIds.maxStreams, 50]), okAnswer(id)],
  'PRIORITY, on any stream': (id) => [
    frame(is.priority, 0, 101, Buffer.from([0, 0, 0, 0, 7])),
    frame(is.priority, 0, id, Buffer.from([0, 0, 0, 0, 7])),
    okAnswer(id),
  ],
  'flags that nobody knows': (id) => [
    frame(is.headers, endHeaders | 0xc0 | 0x10, id, status200),
    frame(is.data, endStream | 0xf0, id, 'ok'),
  ],
  'the reserved bit of a stream': (id) => [headers(id + 2 ** 31, status200), frame(is.data, endStream, id + 2 ** 31, 'ok')],
  'padding of every kind': (id) => [
    frame(is.headers, endHeaders | padded, id, Buffer.concat([Buffer.from([3]), status200, Buffer.alloc(3)])),
    frame(is.data, padded, id, Buffer.from([0, ...Buffer.from('o')])),
    frame(is.data, padded, id, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)])),
    frame(is.data, padded | endStream, id, Buffer.concat([Buffer.from([7]), Buffer.from('k'), Buffer.alloc(7)])),
  ],
  'a priority in HEADERS': (id) => [
    frame(is.headers, endHeaders | flags.priority, id, Buffer.concat([Buffer.from([0, 0, 0, 0, 15]), status200])),
    body(id),
  ],
  'DATA of nothing before, between and after': (id) => [
    headers(id, status200),
    frame(is.data, 0, id),
    frame(is.data, 0, id, 'ok'),
    frame(is.data, 0, id),
    frame(is.data, endStream, id),
  ],
  'HEADERS of nothing and CONTINUATION of anything': (id) => [
    frame(is.headers, 0, id),
    frame(is.continuation, 0, id, status200),
    frame(is.continuation, 0, id),
    ...[...literal('a', 'b')].slice(0, 3).map((byte) => frame(is.continuation, 0, id, Buffer.from([byte]))),
    frame(is.continuation, endHeaders, id, literal('a', 'b').subarray(3)),
    body(id),
  ],
  'the end of the stream told by HEADERS that CONTINUATION follows': (id) => [
    headers(id, status200),
    frame(is.data, 0, id, 'ok'),
    frame(is.headers, endStream, id),
    frame(is.continuation, endHeaders, id, literal('x-t', '1')),
  ],
  'interim responses': (id) => [
    headers(id, literal(':status', '100')),
    headers(id, Buffer.concat([literal(':status', '103'), literal('link', '</a.css>')])),
    headers(id, literal(':status', '199')),
    okAnswer(id),
  ],
  trailers: (id) => [headers(id, status200), frame(is.data, 0, id, 'ok'), headers(id, literal('x-t', '1'), endStream)],
  'fields that go into the table and come out of it': (id) => [
    headers(id, Buffer.concat([tableSize(0), tableSize(4096), status200, addedLiteral('a', 'b'), indexed(62), indexed(62)])),
    body(id),
  ],
  'fields larger than the table': (id) => [
    headers(id, Buffer.concat([status200, addedLiteral('a', 'b'), addedLiteral('c', 'd'.repeat(5000)), literal('e', 'f')])),
    body(id),
  ],
  Huffman: (id) => [
    headers(id, Buffer.concat([status200, Buffer.from([0, 1, 0x61, 0x8c]), Buffer.from('f1e3c2e5f23a6ba0ab90f4ff', 'hex')])),
    body(id),
  ],
  'values of every byte that may stand there': (id) => [
    headers(id, Buffer.concat([status200, literal('x', `a\t${String.fromCharCode(...Array.from({ length: 96 }, (_, i) => 160 + i))}z`)])),
    body(id),
  ],
  'a name a hundred times': (id) => [
    headers(id, Buffer.concat([status200, ...Array.from({ length: 100 }, () => literal('set-cookie', 'a=b'))])),
    body(id),
  ],
  'PING and SETTINGS within an answer': (id) => [
    headers(id, status200),
    frame(is.ping, 0, 0, Buffer.from('8 bytes.')),
    frame(is.data, 0, id, 'o'),
    settings([settingIds.maxStreams, 20]),
    frame(is.data, endStream, id, 'k'),
  ],
  'windows as large as they may be': (id) => [frame(is.windowUpdate, 0, 0, uint32(0x7fff0000 - 65_535)), okAnswer(id)],
};

describe('a target that is unusual', () => {
  test.each(Object.entries(unusual))('answers with %s', async (_name, bytes) => {
    const script: Http2Script = { answer: (peer, stream, request) => peer.send(...(request === 2 ? bytes(stream) : [okAnswer(stream)])) };
    const { totals, target } = await runScript(script, 4, okBody);
    expect([totals.outcomes, totals.errors, target.peers.length, target.requests()]).toEqual([{ response: 4 }, [], 1, 4]);
  });

  const answers = { 204: '', 304: '', 404: '', 500: 'ok' };
  test('answers with a head alone', async () => {
    const statuses = Object.keys(answers);
    const script: Http2Script = {
      answer: (peer, stream, request) => peer.send(headers(stream, literal(':status', statuses[request - 1] ?? '200'), endStream)),
    };
    const { totals } = await runScript(script, statuses.length, { checks: [{ maxBodyBytes: 0 }], errorStatuses: 'none' });
    expect([totals.outcomes, totals.statuses]).toEqual([{ response: 4 }, { 204: 1, 304: 1, 404: 1, 500: 1 }]);
  });

  test('answers HEAD and 304 with the length of a body that does not come', async () => {
    const script: Http2Script = {
      answer: (peer, stream, request) => {
        const status = request === 1 ? status200 : indexed(11);
        peer.send(headers(stream, Buffer.concat([status, literal('content-length', '1000')]), endStream));
      },
    };
    const { totals } = await runScript(script, 2, { target: { method: 'HEAD' }, errorStatuses: 'none' });
    expect([totals.outcomes, totals.statuses]).toEqual([{ response: 2 }, { 200: 1, 304: 1 }]);
  });
});

/** One whole answer with all that a reader must keep apart. */
const manifold = (id: number) =>
  Buffer.concat([
    settings([settingIds.maxStreams, 10]),
    headers(id, Buffer.concat([literal(':status', '103'), literal('link', '</a>')])),
    frame(is.headers, 0, id, Buffer.concat([status200, addedLiteral('name', 'value')])),
    frame(is.continuation, endHeaders, id, indexed(62)),
    frame(is.ping, 0, 0, Buffer.from('8 bytes.')),
    frame(is.data, padded, id, Buffer.from([2, ...Buffer.from('o'), 0, 0])),
    frame(0x99, 0, 0, 'unknown'),
    frame(is.data, 0, id, 'k'),
    headers(id, literal('x-t', '1'), endStream),
  ]);

describe('an answer in pieces', () => {
  test('cut in two at each of its bytes', async () => {
    const { length } = manifold(1);
    const script: Http2Script = {
      answer: (peer, stream, request) => {
        const whole = manifold(stream);
        peer.send(whole.subarray(0, request));
        setTimeout(() => peer.send(whole.subarray(request)), 1);
      },
    };
    const { totals, target } = await runScript(script, length - 1, okBody);
    expect([totals.outcomes, target.peers.length]).toEqual([{ response: length - 1 }, 1]);
  });

  test('one byte at a time, from the first on', async () => {
    // One frame after the other: bytes of two would be frames of neither.
    const left = new Map<ScriptedPeer, number[]>();
    const drip = (peer: ScriptedPeer, bytes: Buffer) => {
      const waiting = left.get(peer) ?? [];
      left.set(peer, waiting);
      const next = () => {
        const byte = waiting.shift();
        if (byte !== undefined) peer.send(Buffer.from([byte]));
        if (waiting.length > 0) setImmediate(next);
      };
      if (waiting.push(...bytes) === bytes.length) next();
    };
    const script: Http2Script = {
      welcome: (peer) => drip(peer, settings([settingIds.maxStreams, 10], [settingIds.initialWindow, 70_000])),
      answer: (peer, stream) => setTimeout(() => drip(peer, manifold(stream)), 5),
      other: () => {},
    };
    const { totals, target } = await runScript(script, 10, okBody);
    expect([totals.outcomes, target.peers.length]).toEqual([{ response: 10 }, 1]);
  });

  test('several answers in one piece, their frames mixed', async () => {
    const waiting: number[] = [];
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([settingIds.maxStreams, 8])),
      answer: (peer, stream) => {
        if (waiting.push(stream) < 8) return;
        const ids = waiting.splice(0).reverse();
        peer.send(
          ...ids.map((id) => headers(id, status200)),
          ...ids.map((id) => frame(is.data, 0, id, 'o')),
          ...ids.toReversed().map((id) => frame(is.data, endStream, id, 'k')),
        );
      },
    };
    const { totals, target } = await runScript(script, 64, { ...okBody, connection: { streams: 8 } });
    expect([totals.outcomes, target.peers.length]).toEqual([{ response: 64 }, 1]);
  });
});
