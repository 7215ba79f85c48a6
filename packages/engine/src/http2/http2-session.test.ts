import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sessionWindowBytes, streamWindowBytes } from '../connection/client-limits.ts';
import { frameTypes, preface } from './frames/frame.ts';
import { FrameWriter } from './frames/frame-writer.ts';
import { Http2Error } from './frames/http2-error.ts';
import { Http2Session } from './http2-session.ts';

const { data, headers, settings, goAway, windowUpdate, resetStream, ping, continuation } = frameTypes;

/** A frame as RFC 9113, 4.1 draws it. */
function frame(type: number, flags: number, streamId: number, payload: readonly number[] | Buffer = []): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const setting = (id: number, value: number) => [0, id, ...uint32(value)];
const endStream = 1;
const endHeaders = 4;
const status200 = Buffer.from([0x88]);
const fields = [':method', 'POST', ':path', '/', ':scheme', 'http', ':authority', 'h'];

function framesIn(bytes: Buffer): { type: number; flags: number; streamId: number; length: number; payload: Buffer }[] {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUIntBE(at, 3);
    const [type = 0, flags = 0] = [bytes[at + 3], bytes[at + 4]];
    found.push({ type, flags, streamId: bytes.readUInt32BE(at + 5), length, payload: bytes.subarray(at + 9, at + 9 + length) });
    at += 9 + length;
  }
  return found;
}

/** A session whose target is the test: `told` is what its listener heard, `sent` what it wrote since the last call. */
function createSession(firstId = 1) {
  const told: string[] = [];
  const writer = new FrameWriter();
  const session = new Http2Session<string>(
    {
      interim: (owner) => told.push(`${owner} interim`),
      head: (owner, { status }) => told.push(`${owner} ${status}`),
      data: (owner, bytes, start, end) => told.push(`${owner} ${bytes.toString('latin1', start, end)}`),
      ended: (owner, trailers) => told.push(`${owner} ended ${JSON.stringify(trailers?.headers ?? null)}`),
      failed: (owner, { by, code }) => told.push(`${owner} failed by ${by} ${code}`),
      drained: (owner) => told.push(`${owner} drained`),
      settingsChanged: () => told.push(`allowed ${session.allowedStreams}`),
      left: () => told.push('left'),
    },
    writer,
    firstId,
  );
  const greeting = Buffer.from(writer.take());
  const feed = (...frames: Buffer[]) => {
    const bytes = Buffer.concat(frames);
    session.feed(bytes, bytes.length, 0);
  };
  const sent = () => {
    session.writeBodies();
    return framesIn(Buffer.from(writer.take()));
  };
  const open = (owner: string, body: Buffer | null = null) => session.open(owner, fields, true, false, body);
  return { session, told, greeting, feed, sent, open };
}

/** A session that has the target's settings. */
function createSettled(...values: number[]) {
  const created = createSession();
  created.feed(frame(settings, 0, 0, values));
  created.sent();
  created.told.length = 0;
  return created;
}

test('begins with the preface, its settings and a window for the connection', () => {
  const { greeting, session } = createSession();
  expect(greeting.subarray(0, preface.length)).toEqual(preface);
  expect(framesIn(greeting.subarray(preface.length)).map(({ type, streamId }) => [type, streamId])).toEqual([
    [settings, 0],
    [windowUpdate, 0],
  ]);
  expect(session.allowedStreams).toBe(1);
});

test('pings without end are an attack, and one for each frame of ours is none: servers measure the round trip so', () => {
  const pings = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame(ping, 0, 0, Buffer.alloc(8))));
  const { feed, open, sent } = createSettled();
  for (let call = 0; call < 10_000; call++) {
    open(`${call}`, Buffer.from('m'));
    sent();
    feed(pings(2), frame(headers, endHeaders | endStream, 2 * call + 1, status200));
  }
  const settingsBefore = 1;
  feed(pings(10_000 - settingsBefore));
  expect(() => feed(pings(1))).toThrow('ENHANCE_YOUR_CALM');
});

test('reads a conversation the same however its bytes are cut', () => {
  const conversation = Buffer.concat([
    frame(settings, 0, 0, setting(3, 7)),
    frame(headers, endHeaders, 1, [0x08, 3, ...Buffer.from('103')]),
    frame(headers, endHeaders | 8 | 32, 1, [2, 0, 0, 0, 0, 9, ...status200, 0, 0]),
    frame(data, 8, 1, [3, ...Buffer.from('hello'), 0, 0, 0]),
    frame(ping, 0, 0, Buffer.from('12345678')),
    frame(99, 255, 77, Buffer.from('unknown')),
    frame(headers, endStream, 1, [0, 1]),
    frame(continuation, 0, 1, [...Buffer.from('t')]),
    frame(continuation, endHeaders, 1, [1, ...Buffer.from('v')]),
  ]);
  const readIn = (bytes: number) => {
    const { feed, told, sent, open } = createSession();
    open('a');
    for (let at = 0; at < conversation.length; at += bytes) feed(conversation.subarray(at, at + bytes));
    return {
      told: told
        .join('|')
        .replaceAll('|a h', 'a h')
        .replace(/(?<=hel?l?l?)\|a (?=[elo])/g, ''),
      types: sent().map(({ type }) => type),
    };
  };
  const whole = readIn(conversation.length);
  expect(whole.told).toContain('allowed 7|a interim|a 200');
  expect(whole.told).toContain('a ended {"t":"v"}');
  for (const bytes of [2, 3, 5, 7, 11, 50]) expect(readIn(bytes).types).toEqual(whole.types);
  expect(readIn(1).told.endsWith('a ended {"t":"v"}')).toBe(true);
});

describe('flow control', () => {
  const sizes = (frames: ReturnType<typeof framesIn>) => frames.filter(({ type }) => type === data).map(({ length }) => length);

  test('a body waits for the windows of the target, and its end is told with its last byte', () => {
    const { feed, sent, open } = createSettled(...setting(4, 20_000));
    open('a', Buffer.alloc(50_000, 'x'));
    expect(sizes(sent())).toEqual([16_384, 3616]);
    feed(frame(windowUpdate, 0, 1, uint32(10_000)));
    expect(sizes(sent())).toEqual([10_000]);
    // A larger window for all streams counts for the open ones too; what is left of the connection's is 35 535.
    feed(frame(settings, 0, 0, setting(4, 1_000_000)));
    const last = sent().filter(({ type }) => type === data);
    expect(sizes(last)).toEqual([16_384, 3616]);
    expect(last.map(({ flags }) => flags)).toEqual([0, endStream]);
  });

  test('a window made smaller goes below zero and is made up for first', () => {
    const { feed, sent, open } = createSettled(...setting(4, 1000));
    open('a', Buffer.alloc(3000, 'x'));
    expect(sizes(sent())).toEqual([1000]);
    feed(frame(settings, 0, 0, setting(4, 0)), frame(windowUpdate, 0, 1, uint32(900)));
    expect(sizes(sent())).toEqual([]);
    feed(frame(windowUpdate, 0, 1, uint32(300)));
    expect(sizes(sent())).toEqual([200]);
  });

  test('streams share the window of the connection in turns', () => {
    const { feed, sent, open } = createSettled(...setting(4, 1_000_000));
    open('a', Buffer.alloc(50_000, 'a'));
    open('b', Buffer.alloc(50_000, 'b'));
    const turns = sent().filter(({ type }) => type === data);
    expect(turns.map(({ streamId }) => streamId)).toEqual([1, 3, 1, 3]);
    expect(sizes(turns).reduce((sum, size) => sum + size, 0)).toBe(65_535);
    feed(frame(windowUpdate, 0, 0, uint32(100_000)));
    expect(sizes(sent()).reduce((sum, size) => sum + size, 0)).toBe(100_000 - 65_535);
  });

  test('the target gets its windows back in few updates', () => {
    const { feed, sent, open, told } = createSettled();
    open('a');
    feed(frame(headers, endHeaders, 1, status200));
    const piece = frame(data, 0, 1, Buffer.alloc(16_384));
    const pieces = (4 * sessionWindowBytes) / 16_384;
    let updates = 0;
    for (let i = 0; i < pieces; i++) {
      feed(piece);
      updates += sent().filter(({ type }) => type === windowUpdate).length;
    }
    expect(updates).toBeLessThanOrEqual((4 * sessionWindowBytes) / (streamWindowBytes / 2) + 8);
    expect(told.at(-1)).not.toContain('failed');
  });
});

test('GOAWAY ends the streams it left behind, and those before it go on', () => {
  const { feed, told, open } = createSettled();
  for (const owner of ['a', 'b', 'c']) open(owner);
  feed(frame(goAway, 0, 0, [...uint32(3), ...uint32(0)]), frame(headers, endHeaders | endStream, 1, status200));
  expect(told).toEqual(['left', 'c failed by goAway 0', 'a 200', 'a ended null']);
});

test('frames on a stream that was given up are skipped, and on one that ended are an error', () => {
  const { session, feed, told, open } = createSettled();
  session.cancel(open('a'));
  open('b');
  feed(
    frame(headers, endHeaders, 1, status200),
    frame(data, endStream, 1, Buffer.from('late')),
    frame(headers, endHeaders | endStream, 3, status200),
  );
  expect(told).toEqual(['b 200', 'b ended null']);
  expect(() => feed(frame(data, endStream, 3, Buffer.from('more')))).toThrow('STREAM_CLOSED');
});

test('a stream given up in the middle of a frame takes nothing of the next one with it', () => {
  const { session, feed, told, open } = createSettled();
  const first = open('a');
  const answer = frame(data, endStream, 1, Buffer.from('late answer'));
  feed(frame(headers, endHeaders, 1, status200), answer.subarray(0, 13));
  session.cancel(first);
  open('b');
  feed(answer.subarray(13), frame(headers, endHeaders | endStream, 3, status200));
  expect(told).toEqual(['a 200', 'a late', 'b 200', 'b ended null']);
});

test('ids of streams come to an end', () => {
  const { session, open } = createSession(0x7fff_fffd);
  open('a');
  expect(session.exhausted).toBe(false);
  expect(open('b').id).toBe(0x7fff_ffff);
  expect(session.exhausted).toBe(true);
});

test('a stream that stays open is found among thousands that come and go', () => {
  const { feed, told, open } = createSettled();
  open('slow');
  for (let id = 3; id < 5000; id += 2) {
    open('quick');
    feed(frame(headers, endHeaders | endStream, id, status200));
  }
  feed(frame(resetStream, 0, 1, uint32(8)));
  expect(told.at(-1)).toBe('slow failed by target 8');
  expect(told.filter((line) => line === 'quick ended null')).toHaveLength(2499);
});

test('whatever the target sends, a stream ends once and the connection by a named error', () => {
  const conversation = Buffer.concat([
    frame(settings, 0, 0, setting(4, 100_000)),
    frame(headers, endHeaders, 1, [...status200, 0x40, 1, 97, 0x83, 0x1f, 0xff, 0xff]),
    frame(data, 8, 1, [2, 120, 121, 0, 0]),
    frame(headers, endHeaders | endStream, 3, [0x88, 0x0f, 13, 1, 48]),
    frame(windowUpdate, 0, 5, uint32(70_000)),
    frame(data, endStream, 1, Buffer.from('end')),
    frame(headers, 32, 5, [0, 0, 0, 0, 1, 0x88]),
    frame(continuation, endHeaders, 5, [0x20]),
    frame(goAway, 0, 0, [...uint32(5), ...uint32(0)]),
    frame(resetStream, 0, 5, uint32(2)),
  ]);
  const position = fc.nat(conversation.length - 1);
  const change = fc.tuple(fc.constantFrom('set', 'insert', 'drop'), position, fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (changes, piece) => {
      const bytes = [...conversation];
      for (const [kind, at, byte] of changes)
        if (kind === 'set') bytes[at] = byte;
        else bytes.splice(at, kind === 'drop' ? 1 + (byte & 15) : 0, ...(kind === 'insert' ? [byte] : []));
      const { feed, told, sent, open, session } = createSession();
      for (const owner of ['a', 'b', 'c']) open(owner, Buffer.alloc(owner === 'c' ? 80_000 : 0));
      try {
        for (let at = 0; at < bytes.length; at += piece) {
          feed(Buffer.from(bytes.slice(at, at + piece)));
          sent();
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Http2Error);
      }
      const ends = [...told.filter((line) => / (ended|failed) /.test(line)).map((line) => line[0]), ...session.close()];
      expect(ends.toSorted()).toEqual(['a', 'b', 'c']);
    }),
    { numRuns: 1000, seed: 20_261_122 },
  );
});

test('a stream says when enough waits in it, and when there is room again', () => {
  const { session, told, feed, sent } = createSettled(...setting(4, 10));
  const stream = session.open('a', fields, true, false, Buffer.alloc(10), true);
  sent();
  const piece = Buffer.alloc(40_000);
  expect([1, 2, 3].map(() => session.send(stream, piece, false))).toEqual([true, true, false]);
  feed(frame(windowUpdate, 0, 1, uint32(40_000)));
  sent();
  expect(told).toEqual([]);
  feed(frame(windowUpdate, 0, 0, uint32(200_000)), frame(windowUpdate, 0, 1, uint32(80_000)));
  sent();
  sent();
  expect([told, session.send(stream, piece, true)]).toEqual([['a drained'], true]);
});
