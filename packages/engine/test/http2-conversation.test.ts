/** Targets that keep HTTP/2's rules in unusual ways: every request is answered, and what the client sends keeps the rules too. */
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
import { acknowledge, type Http2Script, type ScriptedPeer, startScriptedHttp2 } from '@plimsoll/testbed/targets/scripted-http2';
import { describe, expect, test } from 'vitest';
import { type PlanRest, planFor } from './harness.ts';
import { runLoop } from './run-loop.ts';

const { endStream, endHeaders, padded } = flags;
const h2 = { protocol: 'http2' } as const;

async function load(script: Http2Script, requests: number, rest: PlanRest = {}) {
  const target = await startScriptedHttp2(script);
  const plan = planFor(
    target.url,
    { model: 'closed', connections: 1, requests },
    { timeout: '10s', checks: [{ bodyContains: 'ok' }, { maxBodyBytes: 2 }], ...rest, connection: { ...h2, ...rest.connection } },
  );
  const totals = await runLoop(plan);
  await target.close();
  return { totals, target };
}

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
    const { totals, target } = await load(script, 4);
    expect([totals.outcomes, totals.errors, target.peers.length, target.requests()]).toEqual([{ response: 4 }, [], 1, 4]);
  });

  const answers = { 204: '', 304: '', 404: '', 500: 'ok' };
  test('answers with a head alone', async () => {
    const statuses = Object.keys(answers);
    const script: Http2Script = {
      answer: (peer, stream, request) => peer.send(headers(stream, literal(':status', statuses[request - 1] ?? '200'), endStream)),
    };
    const { totals } = await load(script, statuses.length, { checks: [{ maxBodyBytes: 0 }], errorStatuses: 'none' });
    expect([totals.outcomes, totals.statuses]).toEqual([{ response: 4 }, { 204: 1, 304: 1, 404: 1, 500: 1 }]);
  });

  test('answers HEAD and 304 with the length of a body that does not come', async () => {
    const script: Http2Script = {
      answer: (peer, stream, request) => {
        const status = request === 1 ? status200 : indexed(11);
        peer.send(headers(stream, Buffer.concat([status, literal('content-length', '1000')]), endStream));
      },
    };
    const { totals } = await load(script, 2, { target: { method: 'HEAD' }, checks: [], errorStatuses: 'none' });
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
    const { totals, target } = await load(script, length - 1);
    expect([totals.outcomes, target.peers.length]).toEqual([{ response: length - 1 }, 1]);
  });

  test('one byte at a time, from the first on', async () => {
    const drip = (peer: ScriptedPeer, bytes: Buffer) => {
      let at = 0;
      const next = () => {
        peer.send(bytes.subarray(at, ++at));
        if (at < bytes.length) setImmediate(next);
      };
      next();
    };
    const script: Http2Script = {
      welcome: (peer) => drip(peer, settings([settingIds.maxStreams, 10], [settingIds.initialWindow, 70_000])),
      answer: (peer, stream) => setTimeout(() => drip(peer, manifold(stream)), 5),
      other: () => {},
    };
    const { totals, target } = await load(script, 10);
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
    const { totals, target } = await load(script, 64, { connection: { ...h2, streams: 8 } });
    expect([totals.outcomes, target.peers.length]).toEqual([{ response: 64 }, 1]);
  });
});

describe('what the client sends', () => {
  test('acknowledges each PING and SETTINGS, once and in order', async () => {
    const script: Http2Script = {
      answer: (peer, stream, request) =>
        peer.send(frame(is.ping, 0, 0, Buffer.from(`ping ${100 + request}`)), settings([settingIds.maxStreams, 9]), okAnswer(stream)),
    };
    const { target } = await load(script, 20);
    const [peer] = target.peers;
    const acknowledged = (type: number) => peer?.seen.filter((one) => one.type === type && (one.flags & flags.ack) !== 0) ?? [];
    const pings = acknowledged(is.ping).map(({ payload }) => payload.toString());
    // The load may be over before the last one.
    const expected = Array.from({ length: 20 }, (_, i) => `ping ${101 + i}`);
    expect(expected.slice(0, pings.length)).toEqual(pings);
    expect(pings.length).toBeGreaterThanOrEqual(19);
    expect(acknowledged(is.settings).length).toBeGreaterThanOrEqual(20);
    expect(acknowledged(is.settings).length).toBeLessThanOrEqual(21);
  });

  test('opens streams of odd numbers that rise, and no more at once than allowed, before and after that changes', async () => {
    const open = new Set<number>();
    let most = 0;
    let allowed = 3;
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([settingIds.maxStreams, 3])),
      answer: (peer, stream, request) => {
        open.add(stream);
        expect(open.size).toBeLessThanOrEqual(Math.max(3, allowed));
        most = Math.max(most, open.size);
        if (request === 30) {
          allowed = 6;
          peer.send(settings([settingIds.maxStreams, 6]));
        }
        setTimeout(() => {
          open.delete(stream);
          peer.send(okAnswer(stream));
        }, 3);
      },
    };
    const { totals, target } = await load(script, 100, { connection: { ...h2, streams: 10 } });
    const ids = target.peers[0]?.seen.filter(({ type }) => type === is.headers).map(({ stream }) => stream) ?? [];
    expect(totals.outcomes).toEqual({ response: 100 });
    expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => 1 + 2 * i));
    expect(most).toBe(6);
  });

  test('waits while no stream is allowed', async () => {
    let opened = 0;
    const script: Http2Script = {
      welcome: (peer) => {
        peer.send(settings([settingIds.maxStreams, 1]));
      },
      answer: (peer, stream, request) => {
        if (request !== 1) {
          opened++;
          peer.send(okAnswer(stream));
          return;
        }
        peer.send(settings([settingIds.maxStreams, 0]), okAnswer(stream));
        setTimeout(() => {
          expect(opened).toBe(0);
          peer.send(settings([settingIds.maxStreams, 5]));
        }, 100);
      },
    };
    const { totals } = await load(script, 6, { connection: { ...h2, streams: 3 } });
    expect(totals.outcomes).toEqual({ response: 6 });
  });

  test('a body never exceeds the windows and frames that the target grants, and arrives whole', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `${String(i).padStart(9, '0')}\n`).join('');
    const [byDefault, initial] = [65_535, 1000];
    const windows = { stream: byDefault, connection: byDefault };
    const wrong: object[] = [];
    const pieces: Buffer[] = [];
    const take = (payload: Buffer) => {
      pieces.push(payload);
      windows.stream -= payload.length;
      windows.connection -= payload.length;
      if (windows.stream < 0 || windows.connection < 0 || payload.length > 16_384) wrong.push({ ...windows, got: payload.length });
    };
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings([settingIds.initialWindow, initial], [settingIds.maxFrame, 16_384])),
      other: (peer, one) => {
        peer.send(acknowledge(one) ?? Buffer.alloc(0));
        // From its acknowledgement on, the client counts with the new window (RFC 9113, 6.9.2).
        if (one.type === is.settings && (one.flags & flags.ack) !== 0) windows.stream += initial - byDefault;
        else if (one.type === is.data) take(one.payload);
        else return;
        if (windows.stream > 0) return;
        // Single bytes at times, many at others; on the connection first.
        const grown = pieces.length % 3 === 0 ? 1 : 20_000;
        const more = { stream: grown - windows.stream, connection: Math.max(1, grown - windows.connection) };
        windows.stream += more.stream;
        windows.connection += more.connection;
        peer.send(frame(is.windowUpdate, 0, 0, uint32(more.connection)));
        const stream = peer.seen.find(({ type }) => type === is.headers)?.stream ?? 0;
        setTimeout(() => peer.send(frame(is.windowUpdate, 0, stream, uint32(more.stream))), 1);
      },
      answer: (peer, stream) => {
        take(peer.seen.at(-1)?.payload ?? Buffer.alloc(0));
        peer.send(okAnswer(stream));
      },
    };
    const { totals } = await load(script, 1, { target: { method: 'POST', body: text } });
    expect([totals.outcomes, wrong]).toEqual([{ response: 1 }, []]);
    expect(Buffer.concat(pieces).toString() === text).toBe(true);
  });

  test('a window that shrinks below what was sent must grow again before more of a body comes', async () => {
    const received = new Map<number, number>();
    let sentWhileShut = -1;
    const script: Http2Script = {
      welcome: (peer) => peer.send(settings(), frame(is.windowUpdate, 0, 0, uint32(1_000_000))),
      other: (peer, one) => {
        peer.send(acknowledge(one) ?? Buffer.alloc(0));
        if (one.type !== is.data) return;
        const sum = (received.get(one.stream) ?? 0) + one.payload.length;
        received.set(one.stream, sum);
        if (received.size < 2 || sum !== 20_000) return;
        // 20 000 were sent of 5 000: the window is -15 000, and 10 000 more leave it at -5 000.
        peer.send(settings([settingIds.initialWindow, 5000]), frame(is.windowUpdate, 0, one.stream, uint32(10_000)));
        setTimeout(() => {
          sentWhileShut = (received.get(one.stream) ?? 0) - 20_000;
          peer.send(settings([settingIds.initialWindow, 60_000]));
        }, 100);
      },
      answer: (peer, stream) => peer.send(settings([settingIds.initialWindow, 20_000]), okAnswer(stream)),
    };
    const { totals } = await load(script, 2, { target: { method: 'POST', body: 'y'.repeat(50_000) } });
    expect([totals.outcomes, sentWhileShut]).toEqual([{ response: 2 }, 0]);
  });
});
