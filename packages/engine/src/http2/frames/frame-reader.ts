/**
 * Cuts the bytes of a connection into frames (RFC 9113, 4.1), in place. Only a frame that is not whole yet is copied; DATA is handed on
 * piece by piece as it comes. Knows the layout of frames and nothing of streams. Bytes are valid during {@link FrameReader.feed} only.
 */
import { recogniseAnswer } from '../../connection/foreign-protocol.ts';
import { GrowingBuffer } from '../../connection/growing-buffer.ts';
import { defaultMaxPayload, frameFlags, frameTypes, headBytes, readUint31 } from './frame.ts';
import { Http2Error } from './http2-error.ts';

export interface FrameSink {
  /** Answers false once nothing more is to be read. */
  readonly reads: boolean;
  /** A whole frame other than DATA. */
  frame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): void;
  /** A DATA frame begins. `length`: its whole payload, with its padding. */
  dataBegins(streamId: number, length: number): void;
  data(bytes: Buffer, start: number, end: number): void;
  dataEnds(endStream: boolean): void;
}

export class FrameReader {
  readonly #sink: FrameSink;
  /** The part of a frame that has come so far. */
  readonly #partial = new GrowingBuffer();
  /** No frame has come yet. */
  #first = true;
  #inData = false;
  /** The next byte says how long the padding is. */
  #padLengthFollows = false;
  #dataLeft = 0;
  #paddingLeft = 0;
  #endStream = false;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  /** Takes in the first `length` bytes. Throws {@link Http2Error}; the connection cannot be used afterwards. */
  feed(bytes: Buffer, length: number): void {
    let at = this.#partial.length > 0 ? this.#complete(bytes, length) : 0;
    while (at < length && this.#sink.reads) {
      if (this.#inData) at = this.#readData(bytes, at, length);
      else {
        const next = this.#readFrame(bytes, at, length);
        if (next < 0) {
          this.#partial.add(bytes, at, length);
          return;
        }
        at = next;
      }
    }
  }

  /** Adds what a frame lacks, and reads it if it is whole then. Answers how many of the bytes that took. */
  #complete(bytes: Buffer, length: number): number {
    let at = 0;
    for (;;) {
      const lacking = this.#lacking();
      if (lacking === 0) break;
      if (at === length) return at;
      const end = Math.min(length, at + lacking);
      this.#partial.add(bytes, at, end);
      at = end;
    }
    const whole = this.#partial.view() as Buffer;
    this.#readFrame(whole, 0, whole.length);
    this.#partial.clear();
    return at;
  }

  /** Bytes that the partial frame needs before it can be read; of DATA that is its head. */
  #lacking(): number {
    if (this.#partial.length < headBytes) return headBytes - this.#partial.length;
    const head = this.#partial.view() as Buffer;
    return head[3] === frameTypes.data ? 0 : headBytes + payloadLength(head, 0) - this.#partial.length;
  }

  /** Answers the index after the frame (of DATA: after its head), or -1 if it is not whole yet. */
  #readFrame(bytes: Buffer, at: number, total: number): number {
    if (this.#first) this.#refuseForeign(bytes, at, total);
    if (total - at < headBytes) return -1;
    const length = payloadLength(bytes, at);
    const type = bytes[at + 3] as number;
    const flags = bytes[at + 4] as number;
    const streamId = readUint31(bytes, at + 5);
    const start = at + headBytes;
    if (type === frameTypes.data) {
      this.#beginData(flags, streamId, length);
      return start;
    }
    if (start + length > total) return -1;
    this.#sink.frame(type, flags, streamId, bytes, start, start + length);
    return start + length;
  }

  #refuseForeign(bytes: Buffer, at: number, total: number): void {
    const foreign = recogniseAnswer(bytes, at, total);
    if (foreign && foreign.kind !== 'answeredInHttp2') throw new Http2Error('PROTOCOL_ERROR', foreign);
    this.#first = total - at < headBytes;
  }

  #beginData(flags: number, streamId: number, length: number): void {
    this.#padLengthFollows = (flags & frameFlags.padded) !== 0;
    this.#endStream = (flags & frameFlags.endStream) !== 0;
    this.#dataLeft = length;
    this.#paddingLeft = 0;
    this.#sink.dataBegins(streamId, length);
    if (this.#padLengthFollows && length === 0) throw new Http2Error('FRAME_SIZE_ERROR');
    if (length > 0) this.#inData = true;
    else this.#sink.dataEnds(this.#endStream);
  }

  #readData(bytes: Buffer, from: number, total: number): number {
    let at = from;
    if (this.#padLengthFollows) {
      this.#padLengthFollows = false;
      this.#paddingLeft = bytes[at++] as number;
      this.#dataLeft -= 1 + this.#paddingLeft;
      if (this.#dataLeft < 0) throw new Http2Error('PROTOCOL_ERROR');
    }
    if (this.#dataLeft > 0) {
      const end = Math.min(total, at + this.#dataLeft);
      this.#dataLeft -= end - at;
      if (end > at) this.#sink.data(bytes, at, end);
      at = end;
    }
    if (this.#dataLeft === 0) {
      const end = Math.min(total, at + this.#paddingLeft);
      this.#paddingLeft -= end - at;
      at = end;
      if (this.#paddingLeft === 0) {
        this.#inData = false;
        this.#sink.dataEnds(this.#endStream);
      }
    }
    return at;
  }
}

function payloadLength(bytes: Buffer, at: number): number {
  const length = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  if (length > defaultMaxPayload) throw new Http2Error('FRAME_SIZE_ERROR');
  return length;
}
