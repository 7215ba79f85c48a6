/**
 * Says what the frames of the target mean (RFC 9113, 6), and holds them to their layout and order: SETTINGS first, header blocks whole,
 * no frame on a stream that it cannot belong to. It does not know which streams there are.
 */
import { FloodLimit } from './frames/flood-limit.ts';
import { frameFlags, frameTypes, readUint31, readUint32 } from './frames/frame.ts';
import { FrameReader, type FrameSink } from './frames/frame-reader.ts';
import { HeaderBlock } from './frames/header-block.ts';
import { Http2Error } from './frames/http2-error.ts';
import { HeaderDecoder } from './hpack/header-decoder.ts';
import type { HeaderList } from './hpack/header-list.ts';

export interface FrameEvents {
  /** Frames of requests that we have sent so far. */
  readonly sentFrames: number;
  /** A DATA frame begins. `length`: its whole payload, with its padding. */
  dataBegins(streamId: number, length: number): void;
  /** The bytes are valid during the call only. */
  data(bytes: Buffer, start: number, end: number): void;
  dataEnds(endStream: boolean): void;
  headers(streamId: number, endStream: boolean, list: HeaderList): void;
  resetStream(streamId: number, code: number): void;
  setting(id: number, value: number): void;
  /** All settings of a frame were told. */
  settingsEnd(): void;
  /** A ping to answer: eight bytes. */
  ping(bytes: Buffer, start: number): void;
  goAway(lastId: number, code: number): void;
  /** Stream 0 is the connection. */
  windowUpdate(streamId: number, increment: number): void;
  /** A PRIORITY frame whose length is wrong, which is an error of its stream alone. */
  brokenPriority(streamId: number): void;
}

export class FrameInterpreter implements FrameSink {
  readonly #events: FrameEvents;
  readonly #reader = new FrameReader(this);
  readonly #decoder = new HeaderDecoder();
  readonly #block = new HeaderBlock();
  readonly #flood = new FloodLimit();
  #settled = false;
  #closed = false;
  #nowUs = 0;
  #dataBytes = 0;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  /** The target's first SETTINGS came in. */
  get settled(): boolean {
    return this.#settled;
  }

  get reads(): boolean {
    return !this.#closed;
  }

  /** Takes in the first `length` bytes. Throws {@link Http2Error}; the connection cannot be used afterwards. */
  feed(bytes: Buffer, length: number, nowUs: number): void {
    this.#nowUs = nowUs;
    this.#reader.feed(bytes, length);
  }

  /** Reads nothing more. */
  close(): void {
    this.#closed = true;
  }

  /** One more frame that cost work and brought nothing forward. */
  countIdleFrame(): void {
    this.#flood.count(this.#nowUs, this.#events.sentFrames);
  }

  dataBegins(streamId: number, length: number): void {
    if (!this.#settled || this.#block.streamId !== 0 || streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
    this.#dataBytes = 0;
    this.#events.dataBegins(streamId, length);
  }

  data(bytes: Buffer, start: number, end: number): void {
    this.#dataBytes += end - start;
    this.#events.data(bytes, start, end);
  }

  dataEnds(endStream: boolean): void {
    if (this.#dataBytes === 0 && !endStream) this.countIdleFrame();
    this.#events.dataEnds(endStream);
  }

  frame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    if (!this.#settled && (type !== frameTypes.settings || (flags & frameFlags.ack) !== 0)) throw new Http2Error('PROTOCOL_ERROR');
    if (this.#block.streamId !== 0 && (type !== frameTypes.continuation || streamId !== this.#block.streamId))
      throw new Http2Error('PROTOCOL_ERROR');
    if (type === frameTypes.headers) this.#headers(flags, streamId, bytes, start, end);
    else if (type === frameTypes.continuation) this.#continuation(flags, bytes, start, end);
    else if (type === frameTypes.windowUpdate) {
      expectSize(end - start === 4);
      this.#events.windowUpdate(streamId, readUint31(bytes, start));
    } else if (type === frameTypes.resetStream) {
      if (streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
      expectSize(end - start === 4);
      this.#events.resetStream(streamId, readUint32(bytes, start));
    } else this.#rareFrame(type, flags, streamId, bytes, start, end);
  }

  #rareFrame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    this.countIdleFrame();
    const length = end - start;
    const ofConnection = type === frameTypes.settings || type === frameTypes.ping || type === frameTypes.goAway;
    // We take no pushed streams, and said so.
    if (type === frameTypes.pushPromise || (ofConnection && streamId !== 0)) throw new Http2Error('PROTOCOL_ERROR');
    if (type === frameTypes.settings) this.#settings(flags, bytes, start, end);
    else if (type === frameTypes.ping) {
      expectSize(length === 8);
      if ((flags & frameFlags.ack) === 0) this.#events.ping(bytes, start);
    } else if (type === frameTypes.goAway) {
      expectSize(length >= 8);
      this.#events.goAway(readUint31(bytes, start), readUint32(bytes, start + 4));
    } else if (type === frameTypes.priority) {
      if (streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
      if (length !== 5) this.#events.brokenPriority(streamId);
    }
  }

  #headers(flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    if (streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
    let from = start;
    let to = end;
    if ((flags & frameFlags.padded) !== 0) {
      expectSize(from < to);
      to -= bytes[from++] as number;
    }
    if ((flags & frameFlags.priority) !== 0) from += 5;
    if (from > to) throw new Http2Error('PROTOCOL_ERROR');
    const endStream = (flags & frameFlags.endStream) !== 0;
    if ((flags & frameFlags.endHeaders) !== 0) this.#events.headers(streamId, endStream, this.#decoder.decode(bytes, from, to));
    else {
      this.#block.begin(streamId, endStream);
      this.#block.add(bytes, from, to);
    }
  }

  #continuation(flags: number, bytes: Buffer, start: number, end: number): void {
    const { streamId, endStream } = this.#block;
    if (streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
    this.#block.add(bytes, start, end);
    if ((flags & frameFlags.endHeaders) === 0) return;
    const whole = this.#block.take();
    this.#events.headers(streamId, endStream, this.#decoder.decode(whole, 0, whole.length));
  }

  #settings(flags: number, bytes: Buffer, start: number, end: number): void {
    if ((flags & frameFlags.ack) !== 0) {
      expectSize(end === start);
      return;
    }
    expectSize((end - start) % 6 === 0);
    this.#settled = true;
    for (let at = start; at < end; at += 6)
      this.#events.setting(((bytes[at] as number) << 8) | (bytes[at + 1] as number), readUint32(bytes, at + 2));
    this.#events.settingsEnd();
  }
}

function expectSize(right: boolean): void {
  if (!right) throw new Http2Error('FRAME_SIZE_ERROR');
}
