/** Frames to send (RFC 9113, 6), one after the other in one buffer, so that all of a turn of the event loop are one write. */
import { defaultMaxPayload, type ErrorCodeName, errorCodes, frameFlags, frameTypes, headBytes, preface } from './frame.ts';

const firstBytes = 512;
/** A buffer that grew beyond this is not used again. */
const maxKeptBytes = 16_384;

export class FrameWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;
  /** The buffer that was taken last, and may be used again once it is written. */
  #spare: Buffer | null = null;
  /** Frames of requests so far. */
  requestFrames = 0;

  get length(): number {
    return this.#length;
  }

  /** All frames so far. They stay as they are until the call after the next: with one write under way there are two buffers. */
  take(): Buffer {
    const taken = this.#bytes;
    const bytes = taken.subarray(0, this.#length);
    this.#bytes = this.#spare ?? Buffer.allocUnsafeSlow(firstBytes);
    this.#spare = taken.length <= maxKeptBytes ? taken : null;
    this.#length = 0;
    return bytes;
  }

  preface(): void {
    this.#makeRoom(preface.length);
    this.#bytes.set(preface, this.#length);
    this.#length += preface.length;
  }

  settings(values: readonly (readonly [id: number, value: number])[]): void {
    this.#head(6 * values.length, frameTypes.settings, 0, 0);
    for (const [id, value] of values) {
      this.#bytes[this.#length++] = id >>> 8;
      this.#bytes[this.#length++] = id;
      this.#uint32(value);
    }
  }

  settingsAck(): void {
    this.#head(0, frameTypes.settings, frameFlags.ack, 0);
  }

  /** The answer to a ping with these eight bytes. */
  pingAck(bytes: Uint8Array, start: number): void {
    this.#head(8, frameTypes.ping, frameFlags.ack, 0);
    for (let i = 0; i < 8; i++) this.#bytes[this.#length++] = bytes[start + i] as number;
  }

  windowUpdate(streamId: number, increment: number): void {
    this.#head(4, frameTypes.windowUpdate, 0, streamId);
    this.#uint32(increment);
  }

  resetStream(streamId: number, code: ErrorCodeName): void {
    this.#head(4, frameTypes.resetStream, 0, streamId);
    this.#uint32(errorCodes[code]);
  }

  /** We took no stream of the target: it may not open any. */
  goAway(code: ErrorCodeName): void {
    this.#head(8, frameTypes.goAway, 0, 0);
    this.#uint32(0);
    this.#uint32(errorCodes[code]);
  }

  /** A request's head: as many frames as the block needs. */
  headers(streamId: number, block: Uint8Array, endStream: boolean): void {
    this.requestFrames++;
    const first = Math.min(block.length, defaultMaxPayload);
    const flags = (endStream ? frameFlags.endStream : 0) | (first === block.length ? frameFlags.endHeaders : 0);
    this.#head(first, frameTypes.headers, flags, streamId);
    this.#add(block, 0, first);
    for (let at = first; at < block.length; ) {
      const end = Math.min(block.length, at + defaultMaxPayload);
      this.#head(end - at, frameTypes.continuation, end === block.length ? frameFlags.endHeaders : 0, streamId);
      this.#add(block, at, end);
      at = end;
    }
  }

  data(streamId: number, bytes: Uint8Array, start: number, end: number, endStream: boolean): void {
    this.requestFrames++;
    this.#head(end - start, frameTypes.data, endStream ? frameFlags.endStream : 0, streamId);
    this.#add(bytes, start, end);
  }

  /** Makes room for the payload too. */
  #head(payload: number, type: number, flags: number, streamId: number): void {
    this.#makeRoom(headBytes + payload);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = payload >>> 16;
    bytes[at++] = payload >>> 8;
    bytes[at++] = payload;
    bytes[at++] = type;
    bytes[at++] = flags;
    this.#length = at;
    this.#uint32(streamId);
  }

  #uint32(value: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = value >>> 24;
    bytes[at++] = value >>> 16;
    bytes[at++] = value >>> 8;
    bytes[at++] = value;
    this.#length = at;
  }

  /** Most heads are a few bytes, for which a loop costs less than a call into the runtime. */
  #add(source: Uint8Array, start: number, end: number): void {
    if (end - start > 64) this.#bytes.set(source.subarray(start, end), this.#length);
    else for (let i = start, to = this.#length; i < end; i++, to++) this.#bytes[to] = source[i] as number;
    this.#length += end - start;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
