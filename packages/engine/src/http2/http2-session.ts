/**
 * The client's half of one HTTP/2 connection (RFC 9113): streams, flow control, settings. Knows no socket and no request: bytes come in by
 * {@link Http2Session.feed}, frames go out into a writer, and what happens on a stream is told to its owner's listener.
 */
import { sessionWindowBytes, streamWindowBytes } from '../connection/client-limits.ts';
import { FloodLimit } from './flood-limit.ts';
import {
  defaultMaxPayload,
  defaultWindow,
  type ErrorCodeName,
  errorCodes,
  frameFlags,
  frameTypes,
  maxStreamId,
  maxWindow,
  readUint31,
  readUint32,
  settingIds,
} from './frame.ts';
import { FrameReader, type FrameSink } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';
import { GivenUpStreams } from './given-up-streams.ts';
import { HeaderBlock } from './header-block.ts';
import type { HeaderList } from './header-list.ts';
import { HeaderDecoder } from './hpack/header-decoder.ts';
import { HeaderEncoder } from './hpack/header-encoder.ts';
import { Http2Error } from './http2-error.ts';
import type { Http2Stream } from './http2-stream.ts';
import { PeerSettings } from './peer-settings.ts';
import { StreamTable } from './stream-table.ts';

/** What the target has to know of us. It may take a longer list of fields for no list of ours. */
const ownSettings = [
  [settingIds.enablePush, 0],
  [settingIds.initialWindowSize, streamWindowBytes],
] as const;
/** DATA of this many bytes is written at once. */
const maxTurnBytes = 65_536;

/** Why a stream ended without a whole response: reset by the target or by us, or left behind by a GOAWAY. */
export interface StreamEnd {
  readonly by: 'target' | 'us' | 'goAway';
  readonly code: number;
}

/** Owners are told nothing more of a stream that ended. */
export interface StreamListener<Owner> {
  /** An interim response (1xx) came. */
  interim(owner: Owner): void;
  /** The head of the final response. */
  head(owner: Owner, list: HeaderList): void;
  /** The bytes are valid during the call only. */
  data(owner: Owner, bytes: Buffer, start: number, end: number): void;
  ended(owner: Owner, trailers: HeaderList | null): void;
  failed(owner: Owner, end: StreamEnd): void;
  /** The number of streams that the target allows is known, or has changed. */
  settingsChanged(): void;
  /** The target sent GOAWAY: it takes no more streams. */
  left(): void;
}

export class Http2Session<Owner> implements FrameSink {
  readonly #listener: StreamListener<Owner>;
  readonly #writer: FrameWriter;
  readonly #reader = new FrameReader(this);
  readonly #decoder = new HeaderDecoder();
  readonly #encoder = new HeaderEncoder();
  readonly #streams = new StreamTable<Owner>();
  readonly #peer = new PeerSettings();
  readonly #flood = new FloodLimit();
  readonly #block = new HeaderBlock();
  readonly #givenUp = new GivenUpStreams();
  /** Streams that have something to send and room in their window, each in turn. */
  readonly #sending: Http2Stream<Owner>[] = [];
  #nextId: number;
  #sendWindow = defaultWindow;
  #receiveWindow = sessionWindowBytes;
  /** The target's first SETTINGS came in. */
  #settled = false;
  #closed = false;
  #nowUs = 0;
  /** The stream of the DATA frame that is being read; null if its bytes are skipped. */
  #dataStream: Http2Stream<Owner> | null = null;
  #dataBytes = 0;

  /** `firstId`: of the first stream. */
  constructor(listener: StreamListener<Owner>, writer: FrameWriter, firstId = 1) {
    this.#listener = listener;
    this.#writer = writer;
    this.#nextId = firstId;
    writer.preface();
    writer.settings(ownSettings);
    writer.windowUpdate(0, sessionWindowBytes - defaultWindow);
  }

  /** Streams that the target allows at once: one, until it has said how many. */
  get allowedStreams(): number {
    return this.#settled ? this.#peer.maxConcurrentStreams : 1;
  }

  /** No ids are left for more streams. */
  get exhausted(): boolean {
    return this.#nextId > maxStreamId;
  }

  /** It could send more of what its streams have to send. */
  get hasMoreToSend(): boolean {
    return this.#sending.length > 0 && this.#sendWindow > 0;
  }

  get reads(): boolean {
    return !this.#closed;
  }

  /** Takes in the first `length` bytes. Throws {@link Http2Error}; the connection cannot be used afterwards. */
  feed(bytes: Buffer, length: number, nowUs: number): void {
    this.#nowUs = nowUs;
    this.#reader.feed(bytes, length);
  }

  /** Reads nothing more. Answers whose streams were open. */
  close(): Owner[] {
    this.#closed = true;
    const owners: Owner[] = [];
    for (const stream of this.#streams.all()) {
      if (stream.owner !== null) owners.push(stream.owner);
      this.#closeStream(stream);
    }
    return owners;
  }

  /**
   * Opens a stream with a request's fields (names in lower case and values, alternating). `same`: the very same array is sent again and
   * again. `body`: null or empty if there is none.
   */
  open(owner: Owner, fields: readonly string[], same: boolean, toHead: boolean, body: Buffer | null): Http2Stream<Owner> {
    const stream = this.#streams.open(this.#nextId, owner, this.#peer.initialWindowSize);
    this.#nextId += 2;
    stream.toHead = toHead;
    stream.sentAll = body === null || body.length === 0;
    this.#writer.headers(stream.id, this.#encoder.encode(fields, same), stream.sentAll);
    if (!stream.sentAll) {
      stream.out = body;
      this.#queue(stream);
    }
    return stream;
  }

  /** Gives a stream up. Its owner is told nothing. */
  cancel(stream: Http2Stream<Owner>): void {
    this.#reset(stream, 'CANCEL');
  }

  /** Writes as much of what streams have to send as the windows allow, and no more than one write should hold. */
  writeBodies(): void {
    while (this.hasMoreToSend && this.#writer.length < maxTurnBytes) {
      const stream = this.#sending.shift() as Http2Stream<Owner>;
      stream.queued = false;
      const { out, outAt } = stream;
      if (out === null || stream.sendWindow <= 0) continue;
      const end = Math.min(out.length, outAt + defaultMaxPayload, outAt + stream.sendWindow, outAt + this.#sendWindow);
      stream.sentAll = end === out.length;
      stream.sendWindow -= end - outAt;
      this.#sendWindow -= end - outAt;
      stream.outAt = end;
      this.#writer.data(stream.id, out, outAt, end, stream.sentAll);
      if (stream.sentAll) stream.out = null;
      else this.#queue(stream);
    }
  }

  #queue(stream: Http2Stream<Owner>): void {
    if (stream.out === null || stream.queued || stream.sendWindow <= 0) return;
    stream.queued = true;
    this.#sending.push(stream);
  }

  dataBegins(streamId: number, length: number): void {
    if (!this.#settled || this.#block.streamId !== 0 || streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
    this.#receiveWindow -= length;
    if (this.#receiveWindow < 0) throw new Http2Error('FLOW_CONTROL_ERROR');
    this.#dataBytes = 0;
    const stream = this.#findOrJudge(streamId);
    this.#dataStream = stream;
    if (stream === null) return;
    stream.receivedBytes += length;
    if (stream.receivedBytes > streamWindowBytes) this.#fail(stream, 'FLOW_CONTROL_ERROR');
    else if (!stream.hasHead) this.#fail(stream, 'PROTOCOL_ERROR');
  }

  data(bytes: Buffer, start: number, end: number): void {
    const stream = this.#dataStream;
    this.#dataBytes += end - start;
    if (stream === null || stream.owner === null) return;
    if (stream.bodyLeft >= 0) {
      stream.bodyLeft -= end - start;
      if (stream.bodyLeft < 0) return this.#fail(stream, 'PROTOCOL_ERROR');
    }
    this.#listener.data(stream.owner, bytes, start, end);
  }

  dataEnds(endStream: boolean): void {
    const stream = this.#dataStream;
    this.#dataStream = null;
    if (this.#dataBytes === 0 && !endStream) this.#flood.count(this.#nowUs);
    if (this.#receiveWindow < sessionWindowBytes / 2) {
      this.#writer.windowUpdate(0, sessionWindowBytes - this.#receiveWindow);
      this.#receiveWindow = sessionWindowBytes;
    }
    if (stream === null) return;
    if (endStream) this.#end(stream, null);
    else if (stream.receivedBytes >= streamWindowBytes / 2) {
      this.#writer.windowUpdate(stream.id, stream.receivedBytes);
      stream.receivedBytes = 0;
    }
  }

  frame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    if (!this.#settled && (type !== frameTypes.settings || (flags & frameFlags.ack) !== 0)) throw new Http2Error('PROTOCOL_ERROR');
    if (this.#block.streamId !== 0 && (type !== frameTypes.continuation || streamId !== this.#block.streamId))
      throw new Http2Error('PROTOCOL_ERROR');
    if (type === frameTypes.headers) this.#headersFrame(flags, streamId, bytes, start, end);
    else if (type === frameTypes.continuation) this.#continuation(flags, streamId, bytes, start, end);
    else if (type === frameTypes.windowUpdate) this.#windowUpdate(streamId, bytes, start, end);
    else this.#rareFrame(type, flags, streamId, bytes, start, end);
  }

  #rareFrame(type: number, flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    if (type !== frameTypes.resetStream) this.#flood.count(this.#nowUs);
    const ofStream = type === frameTypes.resetStream || type === frameTypes.priority;
    const ofConnection = type === frameTypes.settings || type === frameTypes.ping || type === frameTypes.goAway;
    if (type === frameTypes.pushPromise || (ofStream && streamId === 0) || (ofConnection && streamId !== 0))
      throw new Http2Error('PROTOCOL_ERROR');
    const length = end - start;
    if (type === frameTypes.settings) this.#settings(flags, bytes, start, end);
    else if (type === frameTypes.ping) {
      expectSize(length === 8);
      if ((flags & frameFlags.ack) === 0) this.#writer.pingAck(bytes, start);
    } else if (type === frameTypes.goAway) {
      expectSize(length >= 8);
      this.#goAway(readUint31(bytes, start), readUint32(bytes, start + 4));
    } else if (type === frameTypes.resetStream) {
      expectSize(length === 4);
      this.#resetByTarget(streamId, readUint32(bytes, start));
    } else if (type === frameTypes.priority && length !== 5) {
      const stream = this.#streams.find(streamId);
      if (stream) this.#fail(stream, 'FRAME_SIZE_ERROR');
    }
  }

  #headersFrame(flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
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
    if ((flags & frameFlags.endHeaders) !== 0) {
      this.#headers(streamId, endStream, this.#decoder.decode(bytes, from, to));
      return;
    }
    this.#block.begin(streamId, endStream);
    this.#block.add(bytes, from, to);
  }

  #continuation(flags: number, streamId: number, bytes: Buffer, start: number, end: number): void {
    if (this.#block.streamId === 0) throw new Http2Error('PROTOCOL_ERROR');
    this.#block.add(bytes, start, end);
    if ((flags & frameFlags.endHeaders) === 0) return;
    const whole = this.#block.take();
    this.#headers(streamId, this.#block.endStream, this.#decoder.decode(whole, 0, whole.length));
  }

  #headers(streamId: number, endStream: boolean, list: HeaderList): void {
    const stream = this.#findOrJudge(streamId);
    if (stream === null || stream.owner === null) return;
    if (stream.hasHead) {
      if (endStream && list.validTrailers) this.#end(stream, list);
      else this.#fail(stream, 'PROTOCOL_ERROR');
    } else if (list.status === 0 || list.status === 101 || (list.status < 200 && endStream)) this.#fail(stream, 'PROTOCOL_ERROR');
    else if (list.status < 200) {
      this.#flood.count(this.#nowUs);
      this.#listener.interim(stream.owner);
    } else {
      stream.hasHead = true;
      stream.bodyLeft = stream.toHead || list.status === 204 || list.status === 304 ? 0 : list.contentLength;
      this.#listener.head(stream.owner, list);
      if (endStream) this.#end(stream, null);
    }
  }

  /** The target has sent all it had to send on a stream. */
  #end(stream: Http2Stream<Owner>, trailers: HeaderList | null): void {
    const { owner } = stream;
    if (owner === null) return;
    if (stream.bodyLeft > 0 || !stream.hasHead) return this.#fail(stream, 'PROTOCOL_ERROR');
    // The response is whole, whatever the target would have made of the rest of the request.
    if (!stream.sentAll) this.#reset(stream, 'CANCEL');
    else this.#closeStream(stream);
    this.#listener.ended(owner, trailers);
  }

  /** The target broke the rules on one stream (RFC 9113, 5.4.2). */
  #fail(stream: Http2Stream<Owner>, code: ErrorCodeName): void {
    const { owner } = stream;
    this.#reset(stream, code);
    if (owner !== null) this.#listener.failed(owner, { by: 'us', code: errorCodes[code] });
  }

  #reset(stream: Http2Stream<Owner>, code: ErrorCodeName): void {
    this.#writer.resetStream(stream.id, code);
    this.#givenUp.add(stream.id);
    this.#closeStream(stream);
  }

  #closeStream(stream: Http2Stream<Owner>): void {
    if (stream === this.#dataStream) this.#dataStream = null;
    this.#streams.close(stream);
  }

  #resetByTarget(streamId: number, code: number): void {
    this.#expectBegun(streamId);
    const stream = this.#streams.find(streamId);
    if (stream === null || stream.owner === null) return this.#flood.count(this.#nowUs);
    const { owner } = stream;
    this.#closeStream(stream);
    this.#listener.failed(owner, { by: 'target', code });
  }

  #expectBegun(streamId: number): void {
    if (streamId % 2 === 0 || streamId >= this.#nextId) throw new Http2Error('PROTOCOL_ERROR');
  }

  /** The open stream of this id, or null for one that we gave up and the target may not know of that yet. Others are errors. */
  #findOrJudge(streamId: number): Http2Stream<Owner> | null {
    const stream = this.#streams.find(streamId);
    if (stream !== null) return stream;
    this.#expectBegun(streamId);
    if (!this.#givenUp.has(streamId)) throw new Http2Error('STREAM_CLOSED');
    return null;
  }

  #settings(flags: number, bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    if ((flags & frameFlags.ack) !== 0) return expectSize(length === 0);
    expectSize(length % 6 === 0);
    const windowBefore = this.#peer.initialWindowSize;
    for (let at = start; at < end; at += 6)
      this.#peer.take(((bytes[at] as number) << 8) | (bytes[at + 1] as number), readUint32(bytes, at + 2));
    this.#encoder.resize(this.#peer.headerTableSize);
    this.#settled = true;
    this.#writer.settingsAck();
    const change = this.#peer.initialWindowSize - windowBefore;
    if (change !== 0)
      for (const stream of this.#streams.all()) {
        stream.sendWindow += change;
        if (stream.sendWindow > maxWindow) throw new Http2Error('FLOW_CONTROL_ERROR');
        this.#queue(stream);
      }
    this.#listener.settingsChanged();
  }

  #windowUpdate(streamId: number, bytes: Buffer, start: number, end: number): void {
    expectSize(end - start === 4);
    const increment = readUint31(bytes, start);
    if (streamId === 0) {
      this.#sendWindow += increment;
      if (increment === 0) throw new Http2Error('PROTOCOL_ERROR');
      if (this.#sendWindow > maxWindow) throw new Http2Error('FLOW_CONTROL_ERROR');
      return;
    }
    this.#expectBegun(streamId);
    const stream = this.#streams.find(streamId);
    if (stream === null) return;
    stream.sendWindow += increment;
    if (increment === 0) this.#fail(stream, 'PROTOCOL_ERROR');
    else if (stream.sendWindow > maxWindow) this.#fail(stream, 'FLOW_CONTROL_ERROR');
    else this.#queue(stream);
  }

  #goAway(lastId: number, code: number): void {
    for (const stream of this.#streams.all()) {
      if (stream.id <= lastId || stream.owner === null) continue;
      const { owner } = stream;
      this.#givenUp.add(stream.id);
      this.#closeStream(stream);
      this.#listener.failed(owner, { by: 'goAway', code });
    }
    this.#listener.left();
  }
}

function expectSize(right: boolean): void {
  if (!right) throw new Http2Error('FRAME_SIZE_ERROR');
}
