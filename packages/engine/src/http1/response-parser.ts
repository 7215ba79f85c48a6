/**
 * Reads HTTP/1.1 responses (RFC 9112) from the bytes of one connection, as strictly as a load generator must: a response whose end
 * is not certain is an error. Knows no socket. Bytes are valid during {@link ResponseParser.feed} only.
 *
 * Most targets send the same head again and again (until its Date changes), so the last head is kept and compared.
 */

import { maxHeadBytes } from '../connection/client-limits.ts';
import { recogniseAnswer } from '../connection/foreign-protocol.ts';
import { GrowingBuffer } from '../connection/growing-buffer.ts';
import { ResponseError } from '../connection/request-errors.ts';
import { parseHead, type ResponseHead } from './response-head.ts';

export interface ResponseSink {
  /** Called at the first byte of each response: whether one is expected, and whether to a HEAD request. */
  expects(): 'nothing' | 'response' | 'head';
  head(head: ResponseHead): void;
  data(bytes: Buffer, start: number, end: number): void;
  /** The response is complete. Answers whether to go on reading. */
  end(keepAlive: boolean): boolean;
}

const maxLineBytes = 16_384;
const maxSizeDigits = 12;
const start = 'HTTP/1.';
const headEnd = Buffer.from('\r\n\r\n');

const [inHead, inLength, inChunked, inClose, dead] = [0, 1, 2, 3, 4];
const [chunkSize, chunkExtension, chunkSizeLf, chunkData, chunkDataCr, chunkDataLf, trailerStart, trailer, lastLf] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
const [cr, lf] = [13, 10];

/** The last head, shared by all connections of a thread. */
let lastText = '';
let lastHead: ResponseHead | null = null;

export class ResponseParser {
  readonly #sink: ResponseSink;
  #state = inHead;
  /** The part of a head that has come so far, and how far its end was looked for in it. */
  #partial: GrowingBuffer | null = null;
  #searchedBytes = 0;
  #keepAlive = true;
  /** Bytes of the body (or chunk) still to come. */
  #left = 0;
  #chunkState = chunkSize;
  #digits = 0;
  #lineBytes = 0;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** Takes in the first `length` bytes. Throws {@link ResponseError}; the connection cannot be used afterwards. */
  feed(bytes: Buffer, length: number): void {
    let buffer = bytes;
    let total = length;
    let at = 0;
    if (this.#partial) {
      this.#partial.add(bytes, 0, length);
      buffer = this.#partial.view() as Buffer;
      total = buffer.length;
      at = this.#readHead(buffer, 0, total);
      if (at < 0) return;
      this.#partial = null;
      this.#searchedBytes = 0;
    }
    while (at < total && this.#state !== dead) {
      if (this.#state === inHead) {
        const next = this.#readHead(buffer, at, total);
        if (next < 0) {
          this.#partial = new GrowingBuffer();
          this.#partial.add(buffer, at, total);
          return;
        }
        at = next;
      } else if (this.#state === inChunked) at = this.#readChunked(buffer, at, total);
      else {
        const end = this.#state === inClose ? total : Math.min(total, at + this.#left);
        this.#sink.data(buffer, at, end);
        this.#left -= end - at;
        at = end;
        if (this.#state === inLength && this.#left === 0) this.#complete();
      }
    }
  }

  /** Reads no more, not even of the bytes at hand. */
  stop(): void {
    this.#state = dead;
  }

  /** The peer closed its side. Answers whether that completed a response. */
  finish(): boolean {
    if (this.#state !== inClose) return false;
    this.#keepAlive = false;
    this.#complete();
    return true;
  }

  #complete(): void {
    this.#state = inHead;
    if (!this.#sink.end(this.#keepAlive)) this.#state = dead;
  }

  /** Answers the index after the head, or -1 if the head is not complete yet. */
  #readHead(buffer: Buffer, at: number, total: number): number {
    const expected = this.#sink.expects();
    if (expected === 'nothing') throw new ResponseError({ kind: 'unasked' });
    let head = lastHead;
    let end = at + lastText.length;
    if (head === null || end > total || this.#searchedBytes > 0 || buffer.toString('latin1', at, end) !== lastText) {
      const seen = buffer.toString('latin1', at, Math.min(at + start.length, total));
      if (!start.startsWith(seen)) throw new ResponseError(recogniseAnswer(buffer, at, total) ?? { kind: 'notHttp1' });
      // The bytes that were searched before are not searched again, but for the first bytes of an end that was cut.
      const found = buffer.indexOf(headEnd, at + Math.max(0, this.#searchedBytes - headEnd.length + 1));
      end = found + headEnd.length;
      const complete = found >= 0 && end <= total;
      if ((complete ? end : total) - at > maxHeadBytes) throw new ResponseError({ kind: 'headTooLong', limit: maxHeadBytes });
      if (!complete) {
        this.#searchedBytes = total - at;
        return -1;
      }
      const text = buffer.toString('latin1', at, end);
      head = lastHead !== null && text === lastText ? lastHead : parseHead(text);
      lastText = text;
      lastHead = head;
    }
    if (head.status === 101) throw new ResponseError({ kind: 'protocolSwitched' });
    if (head.status >= 200) this.#begin(head, expected === 'head');
    return end;
  }

  #begin(head: ResponseHead, toHead: boolean): void {
    this.#keepAlive = head.keepAlive;
    this.#sink.head(head);
    const bodiless = toHead || head.status === 204 || head.status === 304;
    if (bodiless) {
      // A 204 that announces a body may send it, and the body would be read as the next response.
      if (!toHead && (head.length > 0 || head.framing === 'chunked')) this.#keepAlive = false;
      this.#complete();
    } else if (head.framing === 'chunked') {
      this.#state = inChunked;
      this.#chunkState = chunkSize;
      this.#digits = this.#left = this.#lineBytes = 0;
    } else if (head.framing === 'close') {
      this.#state = inClose;
      this.#left = Number.POSITIVE_INFINITY;
    } else if (head.length === 0) this.#complete();
    else {
      this.#state = inLength;
      this.#left = head.length;
    }
  }

  #readChunked(buffer: Buffer, from: number, total: number): number {
    let at = from;
    while (at < total) {
      if (this.#chunkState === chunkData) {
        const end = Math.min(total, at + this.#left);
        this.#sink.data(buffer, at, end);
        if (this.#state === dead) return total;
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#chunkState = chunkDataCr;
      } else if (this.#chunkByte(buffer[at++] as number)) {
        this.#complete();
        return at;
      }
    }
    return at;
  }

  /** Takes one byte of the chunked framing; answers whether it was the last of the body. */
  #chunkByte(byte: number): boolean {
    switch (this.#chunkState) {
      case chunkSize:
        this.#sizeByte(byte);
        break;
      case chunkExtension:
        this.#countLine();
        if (byte === cr) this.#chunkState = chunkSizeLf;
        break;
      case chunkSizeLf:
        expectByte(byte, lf);
        this.#lineBytes = this.#digits = 0;
        this.#chunkState = this.#left === 0 ? trailerStart : chunkData;
        break;
      case chunkDataCr:
        expectByte(byte, cr);
        this.#chunkState = chunkDataLf;
        break;
      case chunkDataLf:
        expectByte(byte, lf);
        this.#chunkState = chunkSize;
        break;
      case trailerStart:
        this.#countLine();
        this.#chunkState = byte === cr ? lastLf : trailer;
        break;
      case trailer:
        this.#countLine();
        if (byte === lf) this.#chunkState = trailerStart;
        break;
      default:
        expectByte(byte, lf);
        return true;
    }
    return false;
  }

  #sizeByte(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#left = this.#left * 16 + digit;
      if (++this.#digits > maxSizeDigits) throw new ResponseError({ kind: 'chunkSizeTooLong', limit: maxSizeDigits });
    } else if (this.#digits > 0 && byte === cr) this.#chunkState = chunkSizeLf;
    else if (this.#digits > 0 && (byte === 59 || byte === 32 || byte === 9)) this.#chunkState = chunkExtension;
    else throw new ResponseError({ kind: 'chunkWithoutSize' });
  }

  #countLine(): void {
    if (++this.#lineBytes > maxLineBytes) throw new ResponseError({ kind: 'chunkLineTooLong', limit: maxLineBytes });
  }
}

function expectByte(byte: number, wanted: number): void {
  if (byte !== wanted) throw new ResponseError({ kind: 'chunksBroken' });
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
