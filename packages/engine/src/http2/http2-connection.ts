import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { classifyError } from '../connection/classify-error.ts';
import { sessionWindowBytes, streamWindowBytes } from '../connection/client-limits.ts';
import type { ConnectionRequestSlot, ConnectionSlot, HttpConnection } from '../connection/connection-slot.ts';
import { ConnectionGoneError, errorCode } from '../connection/request-errors.ts';

/**
 * One HTTP/2 session and the streams in flight on it. No more streams are opened than the target allows at once: node:http2 would
 * queue them, and their wait there would look like the target's time.
 */
export class Http2Connection implements HttpConnection {
  readonly #connectionSlot: ConnectionSlot;
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #openedUs: number;
  /** Streams that the target allows at once: one, until it has said how many. */
  #allowed = 1;
  #inFlight = 0;
  /** Requests taken in this turn of the event loop: sent together they need fewer writes and TLS records. */
  readonly #batch: ConnectionRequestSlot[] = [];
  #requests = 0;
  /** A stream on it has ended. */
  #answered = false;
  #usedUp = false;
  /** The target sent GOAWAY or closed its side. */
  #leftByPeer = false;

  constructor(connectionSlot: ConnectionSlot, socket: Socket) {
    this.#connectionSlot = connectionSlot;
    this.#socket = socket;
    const { url, connections, clock, meter } = connectionSlot.options;
    this.#openedUs = clock.nowUs();
    connections.add(this);
    this.#session = connect(url.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(sessionWindowBytes));
    this.#session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      this.#allowed = maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
      connectionSlot.roomAvailable();
    });
    this.#session.on('goaway', () => this.#peerLeft());
    // Each stream in flight gets the same error; here it means only that nothing more can be sent.
    this.#session.on('error', () => this.#useUp());
    this.#session.once('close', () => this.#useUp());
    socket.once('end', () => this.#peerLeft());
    socket.once('close', () => {
      connections.delete(this);
      meter.closed(socket, this.#leftByPeer);
    });
  }

  usable(nowUs: number): boolean {
    if (!this.#usedUp && nowUs - this.#openedUs >= this.#connectionSlot.options.maxAgeUs) this.retire();
    return !this.#usedUp && this.#inFlight < this.#allowed;
  }

  send(slot: ConnectionRequestSlot): void {
    const { keepAlive, maxRequestsPerConnection } = this.#connectionSlot.options;
    slot.connection = this;
    slot.reused = this.#requests++ > 0;
    this.#inFlight++;
    if (this.#batch.push(slot) === 1) setImmediate(() => this.#sendBatch());
    if (!keepAlive || this.#requests === maxRequestsPerConnection) this.retire();
  }

  #sendBatch(): void {
    for (const slot of this.#batch.splice(0)) {
      if (!this.#session.closed && !this.#session.destroyed) this.#request(slot);
      else this.#requeueOrFail(slot);
    }
  }

  /**
   * The connection ended before this request was sent, so another one may send it. If the target never answered, the request fails: else
   * it would be tried without end.
   */
  #requeueOrFail(slot: ConnectionRequestSlot): void {
    this.#release();
    if (this.#answered) this.#connectionSlot.begin(slot);
    else this.#connectionSlot.end(slot, 'closed_early', new ConnectionGoneError({ kind: 'closedBeforeFirstRequest' }));
  }

  #request(slot: ConnectionRequestSlot): void {
    const { clock, events } = this.#connectionSlot.options;
    const nowUs = clock.nowUs();
    if (slot.sendUs === 0) slot.sendUs = nowUs;
    const { body, http2: headers } = slot.message;
    const stream: RequestStream = this.#session.request(headers, { endStream: body === null });
    slot.handle = stream;
    stream.slot = slot;
    stream.owner = this;
    stream.on('headers', onInformational).on('response', onResponse).on('data', onData);
    stream.on('end', onEnd).on('error', onError).on('close', onClose);
    if (body) stream.end(body);
    events.sent(slot, nowUs);
  }

  giveUp(slot: ConnectionRequestSlot, outcome: OutcomeKind): void {
    const at = this.#batch.indexOf(slot);
    if (at >= 0) {
      this.#batch.splice(at, 1);
      this.#release();
    }
    const stream = slot.handle as RequestStream | null;
    slot.handle = null;
    stream?.close(constants.NGHTTP2_CANCEL);
    this.#connectionSlot.end(slot, outcome, null);
  }

  retire(): void {
    this.#useUp();
    this.#closeWhenDone();
  }

  destroy(): Promise<void> {
    this.#usedUp = true;
    this.#batch.length = 0;
    return new Promise((resolve) => {
      if (this.#socket.closed) resolve();
      else this.#socket.once('close', () => resolve());
      this.#session.destroy();
      this.#socket.destroy();
    });
  }

  /** This stream no longer counts against the number that the target allows at once. */
  streamReleased(stream: RequestStream): void {
    if (stream.released) return;
    stream.released = true;
    this.#answered = true;
    this.#release();
  }

  /** A stream is closed. Ends its request if that has not ended yet. */
  streamClosed(stream: RequestStream): void {
    this.streamReleased(stream);
    const slot = findSlot(stream);
    if (!slot) return;
    slot.handle = null;
    const error = slot.error ?? new ConnectionGoneError({ kind: 'streamClosed', code: stream.rstCode ?? 0 });
    this.#connectionSlot.end(slot, this.#classifyFailure(error, stream.rstCode ?? 0), error);
  }

  #release(): void {
    this.#inFlight--;
    this.#closeWhenDone();
    this.#connectionSlot.roomAvailable();
  }

  #useUp(): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#connectionSlot.connectionUsedUp(this);
  }

  /** node:http2's own `close` would drop requests that are not written yet. */
  #closeWhenDone(): void {
    if (this.#usedUp && this.#inFlight === 0) this.#session.close();
  }

  #peerLeft(): void {
    if (!this.#usedUp) this.#leftByPeer = true;
    this.#useUp();
  }

  #classifyFailure(error: unknown, rstCode: number): OutcomeKind {
    const code = errorCode(error);
    if (code === 'ERR_HTTP2_ERROR') return 'protocol';
    if (this.#leftByPeer) return 'closed_early';
    if (code === 'ERR_HTTP2_STREAM_ERROR' || (rstCode !== constants.NGHTTP2_NO_ERROR && !code.startsWith('ERR_HTTP2_SESSION')))
      return 'reset';
    if (code.startsWith('ERR_HTTP2') || code === 'PLM_CONNECTION_GONE') return 'closed_early';
    return classifyError(error, false);
  }
}

/** Listeners are shared functions that find their slot through the stream: that costs no closures per request. */
type RequestStream = ClientHttp2Stream & { slot?: ConnectionRequestSlot; owner?: Http2Connection; released?: boolean };

/** The slot of a stream, unless it gave this stream up or its request has ended. */
function findSlot(stream: RequestStream): ConnectionRequestSlot | null {
  const { slot } = stream;
  return slot && slot.handle === stream ? slot : null;
}

function onInformational(this: RequestStream): void {
  const slot = findSlot(this);
  if (slot && slot.firstByteUs === 0) slot.firstByteUs = slot.connectionSlot.options.clock.nowUs();
}

function onResponse(this: RequestStream, headers: IncomingHttpHeaders & { ':status'?: number | string }): void {
  onInformational.call(this);
  findSlot(this)?.receiveHead(Number(headers[':status']), headers);
}

function onData(this: RequestStream, bytes: Buffer): void {
  findSlot(this)?.receiveBody(bytes, 0, bytes.length);
}

/** Also emitted when the stream was reset or broke off; then `close` decides the outcome. */
function onEnd(this: RequestStream): void {
  const slot = findSlot(this);
  if (!slot || slot.status === 0 || this.rstCode !== constants.NGHTTP2_NO_ERROR || this.destroyed) return;
  slot.handle = null;
  const { clock, events } = slot.connectionSlot.options;
  const nowUs = clock.nowUs();
  this.owner?.streamReleased(this);
  events.ended(slot, nowUs, 'response');
}

function onError(this: RequestStream, error: Error): void {
  const slot = findSlot(this);
  if (slot) slot.error = error;
}

function onClose(this: RequestStream): void {
  this.owner?.streamClosed(this);
}
