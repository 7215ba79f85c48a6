import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ResponseError } from '../connection/request-errors.ts';
import { parseHead } from './response-head.ts';
import { ResponseParser } from './response-parser.ts';

/** Feeds pieces and tells what came out; every request expects an answer. */
function read(pieces: Buffer[], { toHead = false, expected = 99, eof = false } = {}) {
  const told: string[] = [];
  let body = '';
  let left = expected;
  const parser = new ResponseParser({
    expects: () => (left <= 0 ? 'nothing' : toHead ? 'head' : 'response'),
    head: (head) => told.push(`${head.status}`),
    data: (bytes, start, end) => {
      body += bytes.toString('latin1', start, end);
    },
    end: (keepAlive) => {
      told.push(`${body}${keepAlive ? '' : ' (close)'}`);
      body = '';
      left--;
      return keepAlive;
    },
  });
  try {
    for (const piece of pieces) parser.feed(piece, piece.length);
    if (eof) told.push(parser.finish() ? 'finished' : 'broken off');
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    told.push('error');
  }
  return told;
}

const good = {
  length: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  empty: 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  chunked: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;ext="x"\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n',
  hints: 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length:2\r\n\r\nno',
  noContent: 'HTTP/1.1 204 No Content\r\n\r\n',
  http1Close: 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok',
};
const expectations: Record<keyof typeof good, string[]> = {
  length: ['200', 'hello'],
  empty: ['200', ''],
  chunked: ['200', 'hello'],
  hints: ['404', 'no'],
  noContent: ['204', ''],
  http1Close: ['200', 'ok (close)'],
};

describe('the response parser', () => {
  test.each(Object.keys(good) as (keyof typeof good)[])('reads %s wherever it is cut', (name) => {
    const bytes = Buffer.from(good[name]);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)].filter((piece) => piece.length > 0))).toEqual(expectations[name]);
    expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(expectations[name]);
  });

  test('reads several responses out of one piece', () => {
    expect(read([Buffer.from(good.length + good.chunked + good.empty + good.noContent)])).toEqual([
      '200',
      'hello',
      '200',
      'hello',
      '200',
      '',
      '204',
      '',
    ]);
  });

  test('reads no body after a HEAD, a 204 or a 304, whatever they announce', () => {
    expect(read([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n')], { toHead: true })).toEqual(['200', '']);
    expect(read([Buffer.from('HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello')])).toEqual(['204', ' (close)']);
    expect(read([Buffer.from('HTTP/1.1 304 Same\r\nTransfer-Encoding: chunked\r\n\r\n')])).toEqual(['304', ' (close)']);
  });

  test('reads a body without a length until the connection is closed', () => {
    const bytes = Buffer.from('HTTP/1.0 200 OK\r\n\r\nall of it');
    expect(read([bytes], { eof: true })).toEqual(['200', 'all of it (close)', 'finished']);
    expect(read([Buffer.from(good.length.slice(0, -1))], { eof: true })).toEqual(['200', 'broken off']);
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n\r\n\r\n'],
    ['a folded header', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
    ['length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n'],
    ['a chunk longer than its size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(1000)}\r\n`.repeat(80)}`],
    ['an endless chunk extension', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`],
  ])('refuses %s', (_name, text) => {
    expect(read([Buffer.from(text)]).at(-1)).toBe('error');
    expect(read([...Buffer.from(text)].map((byte) => Buffer.from([byte]))).at(-1)).toBe('error');
  });

  test.each([
    ['blanks around a control character', `X:${' '.repeat(20_000)}\u0001`, 'error'],
    ['blanks inside a value', `X: a${' '.repeat(60_000)}b`, '200'],
    ['a long value', `X: ${'y'.repeat(60_000)}`, '200'],
  ])('reads a head with %s in linear time, at once and in single bytes', (_name, line, told) => {
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${line}\r\nContent-Length: 0\r\n\r\n`);
    const started = performance.now();
    expect(read([bytes])[0]).toBe(told);
    expect(read([...bytes].map((byte) => Buffer.from([byte])))[0]).toBe(told);
    // Quadratic: seconds. Cubic: minutes.
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('refuses bytes that no request asked for', () => {
    expect(read([Buffer.from(good.length + good.length)], { expected: 1 })).toEqual(['200', 'hello', 'error']);
  });

  test('meets any bytes with events or a ResponseError', () => {
    const token = fc.constantFrom(
      'HTTP/1.1 200 OK',
      '\r\n',
      ':',
      'Content-Length',
      '5',
      'Transfer-Encoding: chunked',
      '\r\n\r\n',
      'ff',
      '\0',
      'é',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (tokens, size) => {
        const bytes = Buffer.from(tokens.join(''), 'latin1');
        const pieces = [];
        for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
        expect(read(pieces)).toEqual(read(bytes.length > 0 ? [bytes] : []));
      }),
      { numRuns: 2000 },
    );
  });

  test('reads what the head says about the connection', () => {
    const head = (lines: string) => parseHead(`HTTP/1.${lines}\r\n\r\n`);
    expect(head('1 200 OK').keepAlive).toBe(true);
    expect(head('1 200 OK\r\nConnection: foo, CLOSE').keepAlive).toBe(false);
    expect(head('0 200 OK').keepAlive).toBe(false);
    expect(head('0 200 OK\r\nConnection: keep-alive').keepAlive).toBe(true);
    expect(head('1 200 OK\r\nKeep-Alive: max=5, timeout=15').keepAliveSeconds).toBe(15);
    expect(head('1 200').status).toBe(200);
  });
});
