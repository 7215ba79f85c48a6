/**
 * The client's half of one HTTP/2 connection (RFC 9113): streams, flow control, settings. Knows no socket and no request: bytes come in by
 * {@link Http2Session.feed}, frames go out into a writer, and what happens on a stream is told to its owner's listener.
 */
import { sessionWindowBytes, streamWindowBytes } from '../connection/client-limits.ts';
import { type FrameEvents, FrameInterpreter } from './frame-interpreter.ts';
import { defaultWindow, type ErrorCodeName, errorCodes, maxStreamId, maxWindow, settingIds } from './frames/frame.ts';
import type { FrameWriter } from './frames/frame-writer.ts';
import { Http2Error } from './frames/http2-error.ts';
import { GivenUpStreams } from './given-up-streams.ts';
import { HeaderEncoder } from './hpack/header-encoder.ts';
import type { HeaderList } from './hpack/header-list.ts';
import type { Http2Stream } from './http2-stream.ts';
import { PeerSettings } from './peer-settings.ts';
import { SendQueue } from './send-queue.ts';
import type { StreamListener } from './stream-listener.ts';
import { StreamTable } from './stream-table.ts';

/** The settings that we tell the target. It may take a longer list of fields for no list of ours. */
const ownSettings = [
  [settingIds.enablePush, 0],
  [settingIds.initialWindowSize, streamWindowBytes],
] as const;

export class Http2Session<Owner> implements FrameEvents {
  readonly #listener: StreamListener<Owner>;
  readonly #writer: FrameWriter;
  readonly #frames = new FrameInterpreter(this);
  readonly #encoder = new HeaderEncoder();
  readonly #streams = new StreamTable<Owner>();
  readonly #peer = new PeerSettings();
  readonly #givenUp = new GivenUpStreams();
  readonly #sending: SendQueue<Owner>;
  #nextId: number;
  #receiveWindow = sessionWindowBytes;
  /** The stream of the DATA frame that is being read; null if its bytes are skipped. */
  #dataStream: Http2Stream<Owner> | null = null;

  /** `firstId`: of the first stream. */
  constructor(listener: StreamListener<Owner>, writer: FrameWriter, firstId = 1) {
    this.#listener = listener;
    this.#writer = writer;
    this.#sending = new SendQueue(writer, (owner) => listener.drained(owner));
    this.#nextId = firstId;
    writer.preface();
    writer.settings(ownSettings);
    writer.windowUpdate(0, sessionWindowBytes - defaultWindow);
  }

  /** Streams that the target allows at once: one, until it has said how many. */
  get allowedStreams(): number {
    return this.#frames.settled ? this.#peer.maxConcurrentStreams : 1;
  }

  /** No ids are left for more streams. */
  get exhausted(): boolean {
    return this.#nextId > maxStreamId;
  }

  get sentFrames(): number {
    return this.#writer.requestFrames;
  }

  /** Streams could send more of their bodies. */
  get hasMoreToSend(): boolean {
    return this.#sending.isReady;
  }

  /** Takes in the first `length` bytes. Throws {@link Http2Error}; the connection cannot be used afterwards. */
  feed(bytes: Buffer, length: number, nowUs: number): void {
    this.#frames.feed(bytes, length, nowUs);
  }

  /** Reads nothing more. Answers whose streams were open. */
  close(): Owner[] {
    this.#frames.close();
    const owners: Owner[] = [];
    for (const stream of this.#streams.all()) {
      if (stream.owner !== null) owners.push(stream.owner);
      this.#closeStream(stream);
    }
    return owners;
  }

  /**
   * Opens a stream with a request's fields (names in lower case and values, alternating). `same`: the very same array is sent again and
   * again. `body`: null or empty if there is none. `more`: what follows is given to {@link send}.
   */
  open(owner: Owner, fields: readonly string[], same: boolean, toHead: boolean, body: Buffer | null, more = false): Http2Stream<Owner> {
    const stream = this.#streams.open(this.#nextId, owner, this.#peer.initialWindowSize);
    this.#nextId += 2;
    stream.toHead = toHead;
    const empty = body === null || body.length === 0;
    stream.more = more;
    stream.sentAll = empty && !more;
    this.#writer.headers(stream.id, this.#encoder.encode(fields, same), stream.sentAll);
    if (!empty) {
      stream.out = body;
      this.#sending.add(stream);
    }
    return stream;
  }

  /** More of the body of a stream that was opened with `more`. `last`: nothing follows. Answers false where so much waits that its owner should. */
  send(stream: Http2Stream<Owner>, bytes: Buffer, last: boolean): boolean {
    stream.more = !last;
    if (stream.out !== null) {
      if (bytes.length > 0) stream.follow(bytes);
    } else if (bytes.length > 0) {
      stream.out = bytes;
      stream.outAt = 0;
      this.#sending.add(stream);
    } else if (last) {
      stream.sentAll = true;
      this.#writer.data(stream.id, bytes, 0, 0, true);
    }
    return !stream.full;
  }

  /** Gives a stream up. Its owner is told nothing. */
  cancel(stream: Http2Stream<Owner>): void {
    this.#reset(stream, 'CANCEL');
  }

  /** Writes as much of the bodies as the windows allow, and no more than one write should hold. */
  writeBodies(): void {
    this.#sending.write();
  }

  dataBegins(streamId: number, length: number): void {
    this.#receiveWindow -= length;
    if (this.#receiveWindow < 0) throw new Http2Error('FLOW_CONTROL_ERROR');
    const stream = this.#findOrJudge(streamId);
    this.#dataStream = stream;
    if (stream === null) return;
    stream.receivedBytes += length;
    if (stream.receivedBytes > streamWindowBytes) this.#fail(stream, 'FLOW_CONTROL_ERROR');
    else if (!stream.hasHead) this.#fail(stream, 'PROTOCOL_ERROR');
  }

  data(bytes: Buffer, start: number, end: number): void {
    const stream = this.#dataStream;
    if (stream === null || stream.owner === null) return;
    if (stream.bodyLeft >= 0) {
      stream.bodyLeft -= end - start;
      if (stream.bodyLeft < 0) {
        this.#fail(stream, 'PROTOCOL_ERROR');
        return;
      }
    }
    this.#listener.data(stream.owner, bytes, start, end);
  }

  dataEnds(endStream: boolean): void {
    const stream = this.#dataStream;
    this.#dataStream = null;
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

  headers(streamId: number, endStream: boolean, list: HeaderList): void {
    const stream = this.#findOrJudge(streamId);
    if (stream === null || stream.owner === null) return;
    if (stream.hasHead) {
      if (endStream && list.validTrailers) this.#end(stream, list);
      else this.#fail(stream, 'PROTOCOL_ERROR');
    } else if (list.status === 0 || list.status === 101 || (list.status < 200 && endStream)) this.#fail(stream, 'PROTOCOL_ERROR');
    else if (list.status < 200) {
      this.#frames.countIdleFrame();
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
    if (stream.bodyLeft > 0 || !stream.hasHead) {
      this.#fail(stream, 'PROTOCOL_ERROR');
      return;
    }
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

  resetStream(streamId: number, code: number): void {
    this.#expectBegun(streamId);
    const stream = this.#streams.find(streamId);
    if (stream === null || stream.owner === null) {
      this.#frames.countIdleFrame();
      return;
    }
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

  setting(id: number, value: number): void {
    const windowBefore = this.#peer.initialWindowSize;
    this.#peer.take(id, value);
    this.#encoder.resize(this.#peer.headerTableSize);
    const change = this.#peer.initialWindowSize - windowBefore;
    if (change === 0) return;
    for (const stream of this.#streams.all()) {
      stream.sendWindow += change;
      if (stream.sendWindow > maxWindow) throw new Http2Error('FLOW_CONTROL_ERROR');
      this.#sending.add(stream);
    }
  }

  settingsEnd(): void {
    this.#writer.settingsAck();
    this.#listener.settingsChanged();
  }

  ping(bytes: Buffer, start: number): void {
    this.#writer.pingAck(bytes, start);
  }

  windowUpdate(streamId: number, increment: number): void {
    if (streamId === 0) {
      this.#sending.widen(increment);
      return;
    }
    this.#expectBegun(streamId);
    const stream = this.#streams.find(streamId);
    if (stream === null) return;
    stream.sendWindow += increment;
    if (increment === 0) this.#fail(stream, 'PROTOCOL_ERROR');
    else if (stream.sendWindow > maxWindow) this.#fail(stream, 'FLOW_CONTROL_ERROR');
    else this.#sending.add(stream);
  }

  brokenPriority(streamId: number): void {
    const stream = this.#streams.find(streamId);
    if (stream !== null) this.#fail(stream, 'FRAME_SIZE_ERROR');
  }

  goAway(lastId: number, code: number): void {
    this.#listener.left();
    for (const stream of this.#streams.all()) {
      if (stream.id <= lastId || stream.owner === null) continue;
      const { owner } = stream;
      this.#givenUp.add(stream.id);
      this.#closeStream(stream);
      this.#listener.failed(owner, { by: 'goAway', code });
    }
  }
}
