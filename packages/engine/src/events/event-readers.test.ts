import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBudget } from '../protocol/memory-budget.ts';
import { ChunkReader } from './chunk-reader.ts';
import type { EventReader, EventSink } from './event-reader.ts';
import { LineReader } from './line-reader.ts';
import { SseReader } from './sse-reader.ts';

type MakeReader = new (sink: EventSink, budget: MemoryBudget) => EventReader;

/** A budget that tells what is left of it. */
class WatchedBudget extends MemoryBudget {
  taken = 0;
  override take(bytes: number): boolean {
    const done = super.take(bytes);
    if (done) this.taken += bytes;
    return done;
  }
}

interface ReadOptions {
  readonly mostBytes?: number;
  readonly room?: number;
  /** The sink wants no more after so many. */
  readonly enough?: number;
}

/** Feeds the pieces from the middle of a larger buffer that is overwritten after each, as the wire client's is. */
function read(Reader: MakeReader, pieces: readonly Buffer[], { mostBytes = 1000, room = 1e6, enough = 1e6 }: ReadOptions = {}) {
  const messages: (string | number)[] = [];
  const budget = new WatchedBudget(room);
  const reader = new Reader(
    {
      messageCame(bytes, start, length) {
        messages.push(bytes === null ? length : bytes.toString('utf8', start, start + length));
        return messages.length < enough;
      },
    },
    budget,
  );
  reader.reset(mostBytes);
  const shared = Buffer.alloc(70_000, 'x');
  let failure = null;
  for (const piece of pieces) {
    piece.copy(shared, 5);
    failure = reader.feed(shared, 5, 5 + piece.length);
    shared.fill(10);
    if (failure || messages.length >= enough) break;
  }
  if (!failure && messages.length < enough) reader.finish();
  const lastId = reader instanceof SseReader ? reader.lastId : '';
  reader.reset(0);
  return { messages, failure, lastId, left: budget.taken };
}

const sse = (...texts: string[]) =>
  read(
    SseReader,
    texts.map((text) => Buffer.from(text)),
  );

/** Cuts at these places, in any order. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...[...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test.each([
  ['LF', 'data: a\n\ndata: b\n\n'],
  ['CR', 'data: a\r\rdata: b\r\r'],
  ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
  ['a mix of them', 'data: a\r\n\ndata: b\n\r\n'],
  ['a byte order mark', '\ufeffdata: a\n\ndata: b\n\n'],
  ['comments and an event without data between them', 'data: a\n\n: ping\n\nevent: only\n\ndata: b\n\n'],
  ['fields that nobody knows', 'data: a\nfoo: bar\ndatum: 1\ndata2\n\nretry: 10\ndata: b\nevent: x\n\n'],
  ['no space behind the colon', 'data:a\n\ndata:b\n\n'],
])('events are read with %s', (_, text) => {
  expect(sse(text).messages).toEqual(['a', 'b']);
});

test('lines of data are joined, one space is taken away, and a field without a value is empty', () => {
  expect(sse('data: one\ndata:  two\ndata\ndata:\n\n').messages).toEqual(['one\n two\n\n']);
  expect(sse('data\n\n').messages).toEqual(['']);
  expect(sse('data: {"a": "b:c"}\n\n').messages).toEqual(['{"a": "b:c"}']);
});

test('an event that the end of the stream cuts is none, and a byte order mark in the middle is no mark', () => {
  expect(sse('data: a\n\ndata: b\n').messages).toEqual(['a']);
  expect(sse('data: a\n\n\ufeffdata: b\n\n').messages).toEqual(['a']);
  expect(sse('\ufeff\ufeffdata: a\n\ndata: b\n\n').messages).toEqual(['b']);
});

test('the last id is that of the last event that has one, even of an event without data, and none with a NUL', () => {
  expect(sse('id: 1\ndata: a\n\ndata: b\n\n').lastId).toBe('1');
  expect(sse('id: 1\ndata: a\n\nid: 2\n\n').lastId).toBe('2');
  expect(sse('id: 1\ndata: a\n\nid\ndata: b\n\n').lastId).toBe('');
  expect(sse('id: 1\ndata: a\n\nid: 2\u0000\ndata: b\n\n').lastId).toBe('1');
  // The event is not whole.
  expect(sse('id: 1\ndata: a\n\nid: 2\n').lastId).toBe('1');
  expect(Buffer.from(sse('id: é\n\n').lastId, 'latin1').toString()).toBe('é');
  expect(sse(`id: ${'9'.repeat(5000)}\n\n`).lastId).toBe('');
});

test('lines are read with LF and CRLF, empty ones are none, and the last needs no end', () => {
  expect(read(LineReader, [Buffer.from('{"a":1}\r\n\n\r\n{"b":2}\n{"c"')]).messages).toEqual(['{"a":1}', '{"b":2}', '{"c"']);
  expect(read(LineReader, [Buffer.from('a\rb\n'), Buffer.from('c\r'), Buffer.from('d\n')]).messages).toEqual(['a\rb', 'c\rd']);
});

test('what came before the turn ended is one message of chunks', () => {
  expect(read(ChunkReader, [Buffer.from('ab'), Buffer.from('cd')]).messages).toEqual(['abcd']);
  expect(read(ChunkReader, [Buffer.from('ab'), Buffer.from('cd')], { mostBytes: 3 }).messages).toEqual([4]);
});

const piece = fc.constantFrom(
  'data',
  'data: ',
  'id: ',
  ':',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  'é',
  '\u0000',
  'x',
  '\ufeff',
  '{"a":1}',
  'event: y',
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test.each([
  ['events', SseReader],
  ['lines', LineReader],
] as const)('any split of the bytes gives the same %s, and all memory is given back', (_, Reader) => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(500), { maxLength: 12 }), (text, places) => {
      const bytes = Buffer.from(text);
      const whole = read(Reader, [bytes]);
      expect(read(Reader, cut(bytes, places))).toEqual(whole);
      expect(
        read(
          Reader,
          [...bytes].map((byte) => Buffer.from([byte])),
        ),
      ).toEqual(whole);
      expect(whole.left).toBe(0);
    }),
    { numRuns: 400 },
  );
});

/** The standard's own way (HTML, 9.2.6), over the whole text at once. */
function byTheStandard(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const events: string[] = [];
  let data = '';
  for (const line of lines.slice(0, -1)) {
    if (line === '') {
      if (data !== '') events.push(data.slice(0, -1));
      data = '';
      continue;
    }
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const [field, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (field === 'data') data += `${value}\n`;
  }
  return events;
}

test('events are those of the standard', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      // What follows a CR at the very end is not known: the standard's lines end there all the same.
      expect(read(SseReader, [Buffer.from(text)]).messages).toEqual(byTheStandard(text));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['an event that never ends', SseReader, 'data: y\n'],
  ['a line of data that never ends', SseReader, 'data: yyyyyyyy'],
  ['a line of no known field that never ends', SseReader, 'y'],
  ['a comment that never ends', SseReader, ':yyyyyyyy'],
  ['a line that never ends', LineReader, 'y'],
] as const)('%s is given up by name, and not kept', (_, Reader, text) => {
  // `data: y` again and again is one event of many lines; the others are one line.
  const pieces = Array.from({ length: 3000 }, (_, nth) => Buffer.from(nth === 0 || text.endsWith('\n') ? text : 'yyyyyyyy'));
  const { messages, failure } = read(Reader, pieces, { mostBytes: 1000 });
  expect(messages).toEqual([]);
  expect(failure).toEqual({ kind: 'messageTooLarge', limit: 1000 });
});

test('a message that there is no room for is counted unseen', () => {
  const pieces = ['data: 123', '456', '789\n\ndata: a\n\n'].map((text) => Buffer.from(text));
  expect(read(SseReader, pieces, { room: 5 })).toMatchObject({ messages: [9, 'a'], left: 0 });
  const lines = ['12', '3456', '789\na\n'].map((text) => Buffer.from(text));
  expect(read(LineReader, lines, { room: 5 })).toMatchObject({ messages: [9, 'a'], left: 0 });
});

test('nothing is read after the message with which the sink has enough', () => {
  expect(read(SseReader, [Buffer.from('data: a\n\ndata: b\n\ndata: c\n\n')], { enough: 2 }).messages).toEqual(['a', 'b']);
  expect(read(LineReader, [Buffer.from('a\nb\nc\n')], { enough: 2 }).messages).toEqual(['a', 'b']);
});
