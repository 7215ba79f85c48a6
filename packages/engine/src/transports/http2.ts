/**
 * HTTP/2 over node:http2, one session per connection and one lane per concurrent stream. Over TLS the target must choose `h2` in
 * the handshake; over plain TCP it must know HTTP/2 beforehand (h2c). No more streams are opened than the target allows at once:
 * node:http2 would queue them out of sight, and what they wait there would look like the target's own time.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import { ConnectionGoneError, codeOf, outcomeOf } from '../outcome.ts';
import { sessionWindowBytes, streamWindowBytes } from './client-limits.ts';
import type { HttpOptions } from './http-options.ts';
import { ResponseError } from './http1-parser.ts';
import { type Carrier, type Place, type PlaceLane, placeTransport } from './place.ts';
import type { Transport } from './transport.ts';

export function http2Transport(options: HttpOptions): Transport {
  return placeTransport(options, { lanes: options.streams, feeds: false, carry });
}

function carry(place: Place, socket: Socket): Session | Error {
  return notChosen(place, socket) ?? new Session(place, socket);
}

/** Why this socket cannot carry HTTP/2, or null; without TLS there is nothing to choose by. */
export function notChosen({ options }: Place, socket: Socket): Error | null {
  if (options.url.protocol === 'http:' || (socket as TLSSocket).alpnProtocol === 'h2') return null;
  return new ResponseError('The target did not choose HTTP/2 in the TLS handshake.');
}

/** One HTTP/2 session: streams in flight on it until it is used up. */
class Session implements Carrier {
  readonly #place: Place;
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #openedUs: number;
  /** Streams that the target allows at once: one, until it has said how many. */
  #allowed = 1;
  #inFlight = 0;
  /** Taken in this turn of the loop: what is sent together goes out in fewer writes and TLS records. */
  readonly #batch: PlaceLane[] = [];
  #requests = 0;
  /** A stream of it has come to its end. */
  #answered = false;
  #usedUp = false;
  /** The target said it would go, or went. */
  #leftByPeer = false;

  constructor(place: Place, socket: Socket) {
    this.#place = place;
    this.#socket = socket;
    const { url, carriers, clock, meter } = place.options;
    this.#openedUs = clock.nowUs();
    carriers.add(this);
    this.#session = connect(url.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(sessionWindowBytes));
    this.#session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      this.#allowed = maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
      place.hasRoom();
    });
    this.#session.on('goaway', () => this.#peerLeft());
    // Each stream in flight is told the same error; here it only means that no more can be sent.
    this.#session.on('error', () => this.#useUp());
    this.#session.once('close', () => this.#useUp());
    socket.once('end', () => this.#peerLeft());
    socket.once('close', () => {
      carriers.delete(this);
      meter.closed(socket, this.#leftByPeer);
    });
  }

  usable(nowUs: number): boolean {
    if (!this.#usedUp && nowUs - this.#openedUs >= this.#place.options.maxAgeUs) this.retire();
    return !this.#usedUp && this.#inFlight < this.#allowed;
  }

  send(lane: PlaceLane): void {
    const { keepAlive, maxRequestsPerConnection } = this.#place.options;
    lane.carrier = this;
    lane.reused = this.#requests++ > 0;
    this.#inFlight++;
    if (this.#batch.push(lane) === 1) setImmediate(() => this.#sendBatch());
    if (!keepAlive || this.#requests === maxRequestsPerConnection) this.retire();
  }

  #sendBatch(): void {
    for (const lane of this.#batch.splice(0)) {
      if (!this.#session.closed && !this.#session.destroyed) this.#request(lane);
      else this.#turnAway(lane);
    }
  }

  /** The target left before this one was sent. A target that never answered anything would be called again without end. */
  #turnAway(lane: PlaceLane): void {
    this.#landed();
    if (this.#answered) this.#place.begin(lane);
    else this.#place.end(lane, 'closed_early', new ConnectionGoneError('The target closed the connection before its first request.'));
  }

  #request(lane: PlaceLane): void {
    const { clock, events } = this.#place.options;
    const nowUs = clock.nowUs();
    if (lane.sendUs === 0) lane.sendUs = nowUs;
    const { body, http2: headers } = lane.message;
    const stream: LaneStream = this.#session.request(headers, { endStream: body === null });
    lane.ticket = stream;
    stream.lane = lane;
    stream.owner = this;
    stream.on('headers', onInformational).on('response', onResponse).on('data', onData);
    stream.on('end', onEnd).on('error', onError).on('close', onClose);
    if (body) stream.end(body);
    events.sent(lane, nowUs);
  }

  giveUp(lane: PlaceLane, outcome: OutcomeKind): void {
    const at = this.#batch.indexOf(lane);
    if (at >= 0) {
      this.#batch.splice(at, 1);
      this.#landed();
    }
    const stream = lane.ticket as LaneStream | null;
    lane.ticket = null;
    stream?.close(constants.NGHTTP2_CANCEL);
    this.#place.end(lane, outcome, null);
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

  /** This stream does not count any more against what the target allows at once. */
  streamLanded(stream: LaneStream): void {
    if (stream.landed) return;
    stream.landed = true;
    this.#answered = true;
    this.#landed();
  }

  /** A stream of ours is over, well or badly. Names the outcome where nobody has told it yet. */
  streamClosed(stream: LaneStream): void {
    this.streamLanded(stream);
    const lane = laneOf(stream);
    if (!lane) return;
    lane.ticket = null;
    const error = lane.error ?? new ConnectionGoneError(`The stream was closed (code ${stream.rstCode}).`);
    this.#place.end(lane, this.#outcomeOf(error, stream.rstCode ?? 0), error);
  }

  #landed(): void {
    this.#inFlight--;
    this.#closeWhenDone();
    this.#place.hasRoom();
  }

  #useUp(): void {
    if (this.#usedUp) return;
    this.#usedUp = true;
    this.#place.isUsedUp(this);
  }

  /** node:http2's own `close` would drop requests that have not reached the wire yet. */
  #closeWhenDone(): void {
    if (this.#usedUp && this.#inFlight === 0) this.#session.close();
  }

  #peerLeft(): void {
    if (!this.#usedUp) this.#leftByPeer = true;
    this.#useUp();
  }

  #outcomeOf(error: unknown, rstCode: number): OutcomeKind {
    const code = codeOf(error);
    if (code === 'ERR_HTTP2_ERROR') return 'protocol';
    if (this.#leftByPeer) return 'closed_early';
    if (code === 'ERR_HTTP2_STREAM_ERROR' || (rstCode !== constants.NGHTTP2_NO_ERROR && !code.startsWith('ERR_HTTP2_SESSION')))
      return 'reset';
    if (code.startsWith('ERR_HTTP2') || code === 'PLM_CONNECTION_GONE') return 'closed_early';
    return outcomeOf(error, false);
  }
}

/** Listeners are shared functions that find their lane through the stream: a closure each for every request would be the cost. */
type LaneStream = ClientHttp2Stream & { lane?: PlaceLane; owner?: Session; landed?: boolean };

/** The lane, unless it has given this stream up or has been told its end. */
function laneOf(stream: LaneStream): PlaceLane | null {
  const { lane } = stream;
  return lane && lane.ticket === stream ? lane : null;
}

function onInformational(this: LaneStream): void {
  const lane = laneOf(this);
  if (lane && lane.firstByteUs === 0) lane.firstByteUs = lane.place.options.clock.nowUs();
}

function onResponse(this: LaneStream, headers: IncomingHttpHeaders & { ':status'?: number | string }): void {
  onInformational.call(this);
  laneOf(this)?.tookHead(Number(headers[':status']), headers);
}

function onData(this: LaneStream, bytes: Buffer): void {
  laneOf(this)?.tookBody(bytes, 0, bytes.length);
}

/** Also comes when the stream was reset or broke off; then `close` knows. */
function onEnd(this: LaneStream): void {
  const lane = laneOf(this);
  if (!lane || lane.status === 0 || this.rstCode !== constants.NGHTTP2_NO_ERROR || this.destroyed) return;
  lane.ticket = null;
  const { clock, events } = lane.place.options;
  const nowUs = clock.nowUs();
  this.owner?.streamLanded(this);
  events.ended(lane, nowUs, 'response');
}

function onError(this: LaneStream, error: Error): void {
  const lane = laneOf(this);
  if (lane) lane.error = error;
}

function onClose(this: LaneStream): void {
  this.owner?.streamClosed(this);
}
